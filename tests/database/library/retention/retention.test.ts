import '@/tests/support/data-folder';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { storage } from '@/app/integrations/storage/index.server';
import { readProfile, updateProfile } from '@/app/services/account/profile.server';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { describeDownloads, openRecording } from '@/app/services/transcript/open-recording.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { removeWaitingFiles } from './remove-waiting-files';

const DAY_MS = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const BYTES = 'bytes of a recording';

describeOnBothDatabases('retention', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  /** A transcription with its file, updated with the given values. */
  async function transcriptionWith(values: Partial<Transcription>): Promise<Transcription> {
    const transcription = await transcriptionOf(await register(userId));
    await storage.put(transcription.storageKey, Readable.from([BYTES]), { maxBytes: 100 });
    await Job.update({ status: 'done' }, { where: {} });
    return transcription.update(values);
  }

  const stored = (storedUntil: Date, deletionNoticedAt: Date | null) =>
    transcriptionWith({ status: 'stored', holdId: null, storedUntil, deletionNoticedAt });
  const finished = (days: number) => transcriptionWith({ status: 'succeeded', finishedAt: ago(days) });
  const hasFile = async ({ storageKey }: Transcription) => (await storage.size(storageKey)) !== null;
  const keepAudio = async (keepAudioDays: number | null) =>
    updateProfile({
      userId,
      submissionId: randomUUID(),
      profile: { name: 'Ana', language: 'pt', wantsNotices: true, keepAudioDays },
    });

  async function enforce() {
    await enforceRetention();
    await removeWaitingFiles();
  }

  it('deletes expired stored recordings with their rows, once the owner got the deletion warning', async () => {
    const over = await stored(ago(1), ago(2));
    const untold = await stored(ago(1), null);
    const current = await stored(ago(-1), ago(1));
    await enforce();
    expect((await Transcription.findAll({ order: ['id'] })).map(({ id }) => id)).toEqual([
      untold.id,
      current.id,
    ]);
    expect(await Promise.all([over, untold, current].map(hasFile))).toEqual([false, true, true]);
  });

  it('never deletes failed, active or finished transcriptions, however old', async () => {
    for (const status of ['failed', 'pending', 'processing', 'succeeded'] as const) {
      await transcriptionWith({
        status,
        storedUntil: ago(100),
        deletionNoticedAt: ago(90),
        finishedAt: ago(1000),
      });
    }
    await enforce();
    const rows = await Transcription.findAll();
    expect(rows.map(({ recordingGoneAt }) => recordingGoneAt)).toEqual([null, null, null, null]);
    expect(await Promise.all(rows.map(hasFile))).toEqual([true, true, true, true]);
  });

  it('does not delete a recording sent for transcription at the same moment', async () => {
    const { publicId } = await stored(ago(1), ago(2));
    await Promise.allSettled([
      enforceRetention(),
      resendOwnTranscription({ userId, publicId, submissionId: randomUUID() }),
    ]);
    const row = await Transcription.findOne();
    const isUnderway = row?.status === 'pending' && (await claimJob(['transcribe'])) !== null;
    const isGone = row === null && (await Job.count({ where: { name: 'remove-files' } })) === 1;
    expect([isUnderway, isGone].filter(Boolean)).toHaveLength(1);
    expect(await Job.count({ where: { name: 'remove-files' } })).toBe(row ? 0 : 1);
  });

  it('is idempotent when run eight times concurrently', async () => {
    for (let index = 0; index < 5; index += 1) await stored(ago(1), ago(2));
    await keepAudio(7);
    for (let index = 0; index < 5; index += 1) await finished(8);
    await Promise.all(Array.from({ length: 8 }, () => enforceRetention()));
    expect(await Job.count({ where: { name: 'remove-files' } })).toBe(10);
  });

  it('deletes the audio of finished transcriptions only with the owner’s retention setting', async () => {
    const old = await finished(8);
    const recent = await finished(6);
    await enforce();
    expect(await Promise.all([old, recent].map(hasFile))).toEqual([true, true]);
    await keepAudio(7);
    expect(await readProfile(userId)).toMatchObject({ keepAudioDays: 7 });
    const neighbours = await transcriptionOf(await register(await makeUser()));
    await neighbours.update({ status: 'succeeded', finishedAt: ago(1000) });
    await enforce();
    expect(await Promise.all([old, recent].map(hasFile))).toEqual([false, true]);
    await neighbours.reload();
    expect(neighbours.recordingGoneAt).toBeNull();
  });

  it('keeps the transcription and the digest of deleted audio', async () => {
    const old = await finished(40);
    await keepAudio(30);
    await enforceRetention();
    await old.reload();
    expect(old.status).toBe('succeeded');
    expect(old.recordingSha256).toBe(createHash('sha256').update(BYTES).digest('hex'));
    expect(await hasFile(old)).toBe(true);
    expect(await describeDownloads(userId, old.publicId)).toMatchObject({
      hasText: true,
      hasRecording: false,
    });
    await expect(openRecording(userId, old.publicId)).rejects.toMatchObject({
      code: 'transcription.not-found',
    });
    const { rows } = await listTranscriptions(userId, 5, { number: 1 });
    expect(rows).toMatchObject([{ status: 'succeeded', hasRecording: false }]);
    await removeWaitingFiles();
    expect(await hasFile(old)).toBe(false);
  });
});
