import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { IDLE_UPLOAD_MS, UPLOAD_EXPIRY_DAYS } from '@/app/domain/upload/upload-form';
import { media } from '@/app/integrations/media/index.server';
import type { MediaProbe } from '@/app/integrations/media/port';
import { storage } from '@/app/integrations/storage/index.server';
import { removeFiles } from '@/app/services/platform/storage/remove-files.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';
import { describeUpload } from '@/app/services/upload/describe-upload.server';
import { deleteUpload, discardUpload } from '@/app/services/upload/discard-upload.server';
import { finishUnattendedUploads } from '@/app/services/upload/finish-unattended-uploads.server';
import { finishUpload } from '@/app/services/upload/finish-upload.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';
import { openDirectUpload } from '@/app/services/upload/open-direct-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Between tabs, so that some of them meet each moment of the work of the first. */
const STAGGER_MS = 3;
/** About as long as the programs that read a short recording. */
const PROBE_MS = 60;
const GONE = { code: 'upload.not-found' };

describeOnBothDatabases('an upload in pieces', () => {
  let userId: number;
  const bytes = silentWav(2);

  beforeEach(async () => {
    userId = await makeUser();
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const begin = (file: Partial<Parameters<typeof beginUpload>[0]> = {}) =>
    beginUpload({
      userId,
      fileName: 'fala.wav',
      sizeBytes: bytes.length,
      fingerprint: 'a',
      language: 'pt',
      ...file,
    });

  const receive = (publicId: string, offset: number, end = bytes.length, of = userId) =>
    receiveChunk({ userId: of, publicId, offset, body: Readable.from([bytes.subarray(offset, end)]) });

  const finish = (publicId: string, submissionId: string = randomUUID(), of = userId) =>
    finishUpload({ userId: of, publicId, submissionId, language: 'es' });

  const rowOf = ({ publicId }: { publicId: string }) => Upload.findOne({ where: { publicId } });

  const makeIdle = ({ publicId }: { publicId: string }) =>
    Upload.update(
      { updatedAt: new Date(Date.now() - IDLE_UPLOAD_MS), fileName: 'fala.wav' },
      { where: { publicId }, silent: true },
    );

  /**
   * Ends each look at a recording after `PROBE_MS`, for as many tabs as in a race: a process for each would take
   * longer than all else.
   */
  const mockProbe = (outcome: () => MediaProbe) =>
    vi.spyOn(media, 'probe').mockImplementation(async (path) => {
      await stat(path);
      await sleep(PROBE_MS);
      return outcome();
    });

  it('becomes a transcription once all chunks have arrived', async () => {
    const { publicId } = await begin({ fileName: 'C:\\gravações\\Reunião.WAV' });
    expect(await receive(publicId, 0, 100)).toBe(100);
    expect(await describeUpload(userId, publicId)).toMatchObject({
      receivedBytes: 100,
      sizeBytes: bytes.length,
    });
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'upload.incomplete' });
    expect(await receive(publicId, 100)).toBe(bytes.length);
    const transcription = await transcriptionOf(await finish(publicId));
    expect(transcription).toMatchObject({
      userId,
      fileName: 'Reunião.wav',
      language: 'es',
      durationMs: 2000,
      sizeBytes: bytes.length,
      status: 'pending',
      isSample: false,
    });
    expect(await storage.size(transcription.storageKey)).toBe(bytes.length);
    expect(await rowOf({ publicId })).toBeNull();
    await expect(receive(publicId, bytes.length)).rejects.toMatchObject(GONE);
  });

  it('becomes a transcription by itself when its page was closed before it was registered', async () => {
    const whole = await begin({ language: 'es', speakers: 3 });
    await receive(whole.publicId, 0);
    const part = await begin({ fingerprint: 'b' });
    await receive(part.publicId, 0, 100);
    await finishUnattendedUploads();
    expect(await Transcription.count({ where: { userId } })).toBe(0);
    for (const upload of [whole, part]) await makeIdle(upload);
    await finishUnattendedUploads();
    const [transcription, ...others] = await Transcription.findAll({ where: { userId } });
    expect(others).toEqual([]);
    expect(transcription).toMatchObject({ language: 'es', speakerCount: 3, status: 'pending' });
    expect(await rowOf(whole)).toBeNull();
    expect(await rowOf(part)).toMatchObject({ rejection: null });
  });

  it('waits with the reason when it is rejected while nobody watches, and is sent again', async () => {
    const noise = Buffer.alloc(bytes.length, 'isto não é áudio ');
    const upload = await begin();
    await receiveChunk({ userId, ...upload, offset: 0, body: Readable.from([noise]) });
    await makeIdle(upload);
    await finishUnattendedUploads();
    expect(await listUnfinishedUploads(userId)).toMatchObject([{ ...upload, rejection: 'media.invalid' }]);
    await begin();
    await expect(finish(upload.publicId)).rejects.toMatchObject({ code: 'media.invalid' });
    expect(await rowOf(upload)).toBeNull();
  });

  it('resumes the interrupted upload of the same file, and creates a new one for another file', async () => {
    const first = await begin();
    await receive(first.publicId, 0, 50);
    expect(await begin()).toEqual(first);
    for (const other of [{ fingerprint: 'b', language: 'pt' }, { fileName: 'outra.wav' }, { sizeBytes: 7 }]) {
      expect(await begin(other)).not.toEqual(first);
    }
    const stranger = await makeUser();
    expect(await begin({ userId: stranger })).not.toEqual(first);
  });

  it('is created once by concurrent tabs', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin()));
    expect(new Set(begun.map(({ publicId }) => publicId)).size).toBe(1);
  });

  it('is registered once, however often and from however many tabs it is finished', async () => {
    mockProbe(() => ({ format: 'wav', durationMs: 2000 }));
    const { publicId } = await begin();
    await receive(publicId, 0);
    const submissionId = randomUUID();
    const same = Array.from({ length: 6 }, () => finish(publicId, submissionId));
    const others = Array.from({ length: 3 }, () => finish(publicId));
    const later = Array.from({ length: 20 }, (_, tab) =>
      sleep(tab * STAGGER_MS).then(() => finish(publicId)),
    );
    const outcomes = await Promise.allSettled([...same, ...others, ...later]);
    const answers = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(answers).toHaveLength(outcomes.length);
    expect(new Set(answers.map(({ value }) => value.publicId)).size).toBe(1);
    expect(await Transcription.count({ where: { userId } })).toBe(1);
    const { storageKey } = await transcriptionOf(answers[0]!.value);
    expect(await storage.size(storageKey)).toBe(bytes.length);
  });

  it('answers a repeated form after the upload has ended (idempotency)', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0);
    const submissionId = randomUUID();
    const answer = await finish(publicId, submissionId);
    expect(await finish(publicId, submissionId)).toEqual(answer);
  });

  it('returns the same transcription to another tab of the user, and to no other user', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0);
    const answer = await finish(publicId);
    const ask = { publicId, origin: 'http://127.0.0.1' };
    expect(await openDirectUpload({ ...ask, userId })).toBeNull();
    expect((await describeUpload(userId, publicId)).receivedBytes).toBe(bytes.length);
    expect(await finish(publicId)).toEqual(answer);
    const stranger = await makeUser();
    await expect(openDirectUpload({ ...ask, userId: stranger })).rejects.toMatchObject(GONE);
    await expect(describeUpload(stranger, publicId)).rejects.toMatchObject(GONE);
    await expect(finish(publicId, randomUUID(), stranger)).rejects.toMatchObject(GONE);
    await expect(discardUpload(userId, publicId)).rejects.toMatchObject(GONE);
    expect(await Transcription.count({ where: { userId } })).toBe(1);
    await Transcription.destroy({ where: { userId } });
    await expect(finish(publicId)).rejects.toMatchObject(GONE);
  });

  it('is not found for another user', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0);
    const stranger = await makeUser();
    await expect(describeUpload(stranger, publicId)).rejects.toMatchObject(GONE);
    await expect(receive(publicId, 0, 9, stranger)).rejects.toMatchObject(GONE);
    await expect(finish(publicId, randomUUID(), stranger)).rejects.toMatchObject(GONE);
    await expect(discardUpload(stranger, publicId)).rejects.toMatchObject(GONE);
    expect((await describeUpload(userId, publicId)).receivedBytes).toBe(bytes.length);
  });

  it.each([
    ['an unknown ending', { fileName: 'fala.exe' }, 'media.unsupported'],
    ['an empty file', { sizeBytes: 0 }, 'media.invalid'],
    ['a file too large', { sizeBytes: 6 * 1024 ** 3 }, 'media.too-large'],
  ])('is rejected with %s', async (_what, file, code) => {
    await expect(begin(file)).rejects.toMatchObject({ code });
    expect(await Upload.count({ where: { userId } })).toBe(0);
  });

  it('is rejected for a deleted account', async () => {
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    await expect(begin()).rejects.toMatchObject({ code: 'account.login-required' });
  });

  it('deletes a file that is not a recording', async () => {
    const { publicId } = await begin({ sizeBytes: 50 });
    await receive(publicId, 0, 50);
    const { storageKey } = (await rowOf({ publicId }))!;
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'media.invalid' });
    expect(await rowOf({ publicId })).toBeNull();
    expect(await storage.receivedBytes(storageKey)).toBe(0);
  });

  it('reports an error to every tab that finishes a file that is not a recording', async () => {
    mockProbe(() => {
      throw new AppError('media.invalid');
    });
    for (const size of [1_000, 2_000, 3_000, 4_000]) {
      const noise = Buffer.alloc(size, 1);
      const { publicId } = await begin({ sizeBytes: size, fingerprint: String(size) });
      await receiveChunk({ userId, publicId, offset: 0, body: Readable.from([noise]) });
      const finishAfter = (_: unknown, tab: number) => sleep(tab * STAGGER_MS).then(() => finish(publicId));
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, finishAfter));
      const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
      expect(codes).toContain('media.invalid');
      expect(['media.invalid', GONE.code]).toEqual(expect.arrayContaining([...new Set(codes)]));
    }
  });

  it('keeps the recording when another tab discards the upload after registration', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0);
    const outdated = await rowOf({ publicId });
    const { storageKey } = await transcriptionOf(await finish(publicId));
    await deleteUpload(outdated!);
    expect(await storage.size(storageKey)).toBe(bytes.length);
  });

  it('is kept when rejected for lack of minutes', async () => {
    await register(userId, { durationMs: 30 * MINUTE_MS });
    await register(userId, { durationMs: MINUTE_MS });
    const { publicId } = await begin();
    await receive(publicId, 0);
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'transcription.already-stored' });
    await Transcription.destroy({ where: { userId, status: 'stored' } });
    expect((await finish(publicId)).status).toBe('stored');
  });

  it('is deleted with its chunks when discarded', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0, 50);
    const { storageKey } = (await rowOf({ publicId }))!;
    await discardUpload(userId, publicId);
    expect(await storage.receivedBytes(storageKey)).toBe(0);
    await expect(describeUpload(userId, publicId)).rejects.toMatchObject(GONE);
  });

  it('expires, and the sweep removes its received bytes', async () => {
    const { publicId } = await begin();
    await receive(publicId, 0, 50);
    const upload = (await rowOf({ publicId }))!;
    expect(upload.expiresAt.getTime() - Date.now()).toBeGreaterThan((UPLOAD_EXPIRY_DAYS - 1) * DAY_MS);
    await sweep();
    expect(await storage.receivedBytes(upload.storageKey)).toBe(50);
    await upload.update({ expiresAt: new Date(Date.now() - 1) });
    await expect(receive(publicId, 50)).rejects.toMatchObject(GONE);
    await sweep();
    expect(await storage.receivedBytes(upload.storageKey)).toBe(0);
    expect(await rowOf({ publicId })).toBeNull();
  });

  it('is created anew after the earlier one of the same file expired', async () => {
    const first = await begin();
    await Upload.update({ expiresAt: new Date(0) }, { where: { publicId: first.publicId } });
    expect(await begin()).not.toEqual(first);
    expect(await Upload.count({ where: { userId } })).toBe(1);
  });

  it('is rejected over the quota of active uploads, and evicts none of them', async () => {
    const first = await begin({ fingerprint: 'first', language: 'pt' });
    await receive(first.publicId, 0, 50);
    for (let index = 1; index < settings.maxUnfinishedUploads; index += 1) {
      await begin({ fingerprint: `newer ${index}`, language: 'pt' });
    }
    await expect(begin({ fingerprint: 'too many' })).rejects.toMatchObject({ code: 'upload.too-many' });
    expect(await Upload.count({ where: { userId } })).toBe(settings.maxUnfinishedUploads);
    expect(await receive(first.publicId, 50)).toBe(bytes.length);
  });

  it('is evicted when idle and over the user’s quota', async () => {
    const resting = await begin({ fingerprint: 'rests', language: 'pt' });
    await receive(resting.publicId, 0, 50);
    await makeIdle(resting);
    const { storageKey } = (await rowOf(resting))!;
    for (let index = 0; index < settings.maxUnfinishedUploads; index += 1) {
      await begin({ fingerprint: `newer ${index}`, language: 'pt' });
    }
    expect(await Upload.count({ where: { userId } })).toBe(settings.maxUnfinishedUploads);
    expect(await rowOf(resting)).toBeNull();
    const jobs = await Job.findAll({ where: { name: 'remove-files' } });
    const payload = jobs.map((job) => JSON.parse(job.payload)).find(({ keys }) => keys[0] === storageKey);
    const signal = new AbortController().signal;
    await removeFiles({ payload, signal, claim: { jobId: 0, fence: 0 }, isLastAttempt: false });
    expect(await storage.receivedBytes(storageKey)).toBe(0);
  });
});
