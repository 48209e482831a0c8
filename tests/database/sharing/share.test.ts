import '@/tests/support/data-folder';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { storage } from '@/app/integrations/storage/index.server';
import {
  exportSharedCaptions,
  openSharedRecording,
  readSharedTranscript,
} from '@/app/services/sharing/read-shared-transcript.server';
import { createShare, listShares, revokeShare } from '@/app/services/sharing/shares.server';
import { Share } from '@/models/share.server';
import { Submission } from '@/models/submission.server';
import { Transcription } from '@/models/transcription.server';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const NOT_FOUND = { code: 'transcription.not-found' };

describeOnBothDatabases('a shared transcription', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['bom dia', 'olá a todos']);
    const { storageKey } = await transcriptionOf({ publicId });
    await storage.put(storageKey, Readable.from(['som']), { maxBytes: 10 });
  });

  const share = (values: { days?: number; audio?: boolean; submissionId?: string } = {}) =>
    createShare(userId, publicId, { days: 7, audio: true, submissionId: randomUUID(), ...values });
  const tokenIn = (link: string) => /\/shared\/([\w-]{43})$/.exec(link)![1]!;
  const listed = async () => (await listShares(userId, publicId)).shares;

  async function expectGone(token: string): Promise<void> {
    await expect(readSharedTranscript(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(openSharedRecording(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(exportSharedCaptions(token, 'pt')).rejects.toMatchObject(NOT_FOUND);
  }

  it('is readable by its link, with its recording', async () => {
    const token = tokenIn(await share());
    const { transcript, hasAudio } = await readSharedTranscript(token);
    expect(transcript).toMatchObject({ title: 'Reunião', language: 'pt' });
    expect(transcript.utterances.map(({ text: said }) => said)).toEqual(['bom dia', 'olá a todos']);
    expect(hasAudio).toBe(true);
    const recording = await openSharedRecording(token);
    expect([recording.fileName, recording.sizeBytes]).toEqual(['Reunião.wav', 3]);
    expect(await text(recording.read())).toBe('som');
    expect((await exportSharedCaptions(token, 'pt')).body).toContain('<v Pessoa A>bom dia</v>');
  });

  it('has at most 50 live links, also when they are created at the same moment', async () => {
    const made = await Promise.allSettled(Array.from({ length: 53 }, () => share()));
    const refused = made.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toEqual(Array(3).fill(expect.objectContaining({ code: 'share.too-many', status: 409 })));
    const [first, second] = await listed();
    await revokeShare(userId, publicId, { share: first!.publicId, submissionId: randomUUID() });
    await Share.update({ expiresAt: new Date() }, { where: { publicId: second!.publicId } });
    await share();
    await share();
    await expect(share()).rejects.toMatchObject({ code: 'share.too-many' });
    expect(await listed()).toHaveLength(50);
  });

  it('hides the recording of a link without audio', async () => {
    const token = tokenIn(await share({ audio: false }));
    expect((await readSharedTranscript(token)).hasAudio).toBe(false);
    await expect(openSharedRecording(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(exportSharedCaptions(token, 'pt')).rejects.toMatchObject(NOT_FOUND);
  });

  it('is readable after its recording was deleted', async () => {
    const token = tokenIn(await share());
    await storage.remove((await transcriptionOf({ publicId })).storageKey);
    expect((await readSharedTranscript(token)).hasAudio).toBe(false);
  });

  it('stores only a hash of the token', async () => {
    const token = tokenIn(await share());
    const kept = JSON.stringify([await Share.findAll(), await Submission.findAll()]);
    expect(kept).not.toContain(token);
    expect(kept).toContain(createHash('sha256').update(token).digest('hex'));
  });

  it('creates one link for each idempotency key', async () => {
    const submissionId = randomUUID();
    const links = await Promise.all(Array.from({ length: 5 }, () => share({ submissionId })));
    expect(new Set(links).size).toBe(1);
    expect(await Share.count()).toBe(1);
    expect(await share()).not.toBe(links[0]);
  });

  it.each([1, 7, 30])('expires after %i days', async (days) => {
    const token = tokenIn(await share({ days }));
    const [link] = await listed();
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeGreaterThan(days * 86_400_000 - 5_000);
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeLessThan(days * 86_400_000 + 5_000);
    await Share.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    await expectGone(token);
    expect(await listed()).toEqual([]);
  });

  it('revokes one link and leaves the others', async () => {
    const [first, second] = [tokenIn(await share()), tokenIn(await share({ audio: false }))];
    const [newest, oldest] = await listed();
    expect([newest!.withAudio, oldest!.withAudio]).toEqual([false, true]);
    await revokeShare(userId, publicId, { share: oldest!.publicId, submissionId: randomUUID() });
    await expectGone(first);
    await expect(readSharedTranscript(second)).resolves.toMatchObject({ hasAudio: false });
    expect((await listed()).map(({ publicId: id }) => id)).toEqual([newest!.publicId]);
  });

  it('may be revoked again, from another window', async () => {
    await share();
    const [{ publicId: id } = { publicId: '' }] = await listed();
    await revokeShare(userId, publicId, { share: id, submissionId: randomUUID() });
    const first = (await Share.findOne())!.revokedAt;
    await revokeShare(userId, publicId, { share: id, submissionId: randomUUID() });
    expect((await Share.findOne())!.revokedAt).toEqual(first);
  });

  it('rejects guessed tokens and public ids', async () => {
    await share();
    const [link] = await listed();
    for (const token of ['', 'x', 'x'.repeat(43), link!.publicId, (await Share.findOne())!.tokenHash]) {
      await expectGone(token);
    }
  });

  it('is deleted with its transcription', async () => {
    const token = tokenIn(await share());
    await Transcription.destroy({ where: { publicId } });
    expect(await Share.count()).toBe(0);
    await expectGone(token);
  });

  it('allows only the owner to share and revoke, once there is a transcript', async () => {
    const token = tokenIn(await share());
    const [link] = await listed();
    const stranger = await makeUser();
    const other = { days: 7, audio: true, submissionId: randomUUID() };
    await expect(createShare(stranger, publicId, other)).rejects.toMatchObject(NOT_FOUND);
    await expect(listShares(stranger, publicId)).rejects.toMatchObject(NOT_FOUND);
    const revocation = { share: link!.publicId, submissionId: randomUUID() };
    await expect(revokeShare(stranger, publicId, revocation)).rejects.toMatchObject(NOT_FOUND);
    const own = await makeTranscript(stranger, ['oi']);
    await expect(revokeShare(stranger, own, revocation)).rejects.toMatchObject(NOT_FOUND);
    await expect(readSharedTranscript(token)).resolves.toMatchObject({ hasAudio: true });
    await Transcription.update({ status: 'processing' }, { where: { publicId } });
    await expect(share()).rejects.toMatchObject(NOT_FOUND);
  });
});
