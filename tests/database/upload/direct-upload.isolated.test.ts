import '@/tests/support/data-folder';
import '@/tests/support/google-bucket';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { restore } from '@/app/services/platform/backup/restore.server';
import { writeTar } from '@/app/services/platform/backup/write-tar.server';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';
import { describeUpload } from '@/app/services/upload/describe-upload.server';
import { finishUnattendedUploads } from '@/app/services/upload/finish-unattended-uploads.server';
import { finishUpload } from '@/app/services/upload/finish-upload.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';
import { openDirectUpload } from '@/app/services/upload/open-direct-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { google } from '@/tests/support/google-bucket';

const ORIGIN = 'https://celeste.example.org';
const QUANTUM = 256 * 1024;
const DAY_MS = 24 * 3_600_000;

afterAll(() => google.stop());

describeOnBothDatabases('an upload straight to a bucket', () => {
  let userId: number;
  const bytes = silentWav(12);

  beforeEach(async () => {
    await resetDatabase();
    google.objects.clear();
    google.faultOf = () => null;
    userId = await makeUser();
  });

  const begin = () =>
    beginUpload({ userId, fileName: 'fala.wav', sizeBytes: bytes.length, fingerprint: 'a', language: 'pt' });

  const open = (publicId: string, by = userId) => openDirectUpload({ userId: by, publicId, origin: ORIGIN });

  const send = (session: { address: string } | null, range = `0-${bytes.length - 1}`) => {
    const [start = 0, end = 0] = range.split('-').map(Number);
    return fetch(session!.address, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes ${range}/${bytes.length}`, Origin: ORIGIN },
      body: bytes.subarray(start, end + 1) as Buffer<ArrayBuffer>,
    });
  };

  const finish = (publicId: string, of = userId) =>
    finishUpload({ userId: of, publicId, submissionId: randomUUID(), language: 'pt' });

  it('becomes a transcription once it is complete', async () => {
    const { publicId } = await begin();
    const session = await open(publicId);
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'upload.incomplete' });
    expect((await send(session)).status).toBe(200);
    expect((await describeUpload(userId, publicId)).receivedBytes).toBe(bytes.length);
    const transcription = await transcriptionOf(await finish(publicId));
    expect(transcription).toMatchObject({ durationMs: 12_000, sizeBytes: bytes.length, status: 'pending' });
    expect(google.objects.get(transcription.storageKey)?.storageClass).toBe('NEARLINE');
    expect(await Upload.count()).toBe(0);
    expect(await readdir(path.join(settings.dataDir, 'tmp'))).toEqual([]);
  });

  it('becomes a transcription by itself when its page was closed before it was registered', async () => {
    const { publicId } = await begin();
    await send(await open(publicId));
    const updatedAt = new Date(Date.now() - 61_000);
    await Upload.update({ updatedAt, fileName: 'fala.wav' }, { where: { publicId }, silent: true });
    await finishUnattendedUploads();
    expect(await Transcription.findAll({ where: { userId } })).toMatchObject([{ status: 'pending' }]);
    expect(await Upload.count()).toBe(0);
  });

  it('has one session for any number of tabs', async () => {
    const { publicId } = await begin();
    const sessions = await Promise.all(Array.from({ length: 5 }, () => open(publicId)));
    expect(new Set(sessions.map((session) => session!.address)).size).toBe(1);
    expect(await open(publicId)).toEqual({ address: sessions[0]!.address, receivedBytes: 0 });
  });

  it('resumes where it was interrupted, and reports its progress', async () => {
    const { publicId } = await begin();
    const session = await open(publicId);
    expect((await send(session, `0-${QUANTUM - 1}`)).status).toBe(308);
    expect(await open(publicId)).toEqual({ address: session!.address, receivedBytes: QUANTUM });
    expect(await listUnfinishedUploads(userId)).toMatchObject([{ publicId, receivedBytes: QUANTUM }]);
    expect((await send(session, `${QUANTUM}-${bytes.length - 1}`)).status).toBe(200);
    expect(await open(publicId)).toBeNull();
    expect(await finish(publicId)).toMatchObject({ status: 'pending' });
  });

  it('gets a new session after the old one expired', async () => {
    const { publicId } = await begin();
    const session = await open(publicId);
    await send(session, `0-${QUANTUM - 1}`);
    await fetch(session!.address, { method: 'DELETE' });
    expect(await listUnfinishedUploads(userId)).toMatchObject([{ publicId, receivedBytes: 0 }]);
    const other = await open(publicId);
    expect(other).toMatchObject({ receivedBytes: 0 });
    expect(other!.address).not.toBe(session!.address);
    expect((await send(other)).status).toBe(200);
  });

  it('gets no session once chunks went through this server', async () => {
    const { publicId } = await begin();
    await receiveChunk({ userId, publicId, offset: 0, body: Readable.from([bytes.subarray(0, 1001)]) });
    expect(await open(publicId)).toBeNull();
  });

  it('is rejected when the complete file is not a recording', async () => {
    const { publicId } = await begin();
    const { storageKey } = (await Upload.findOne({ where: { publicId } }))!;
    const session = await open(publicId);
    const noise = Buffer.alloc(bytes.length, 'isto não é áudio ');
    const headers = { 'Content-Range': `bytes 0-${noise.length - 1}/${noise.length}` };
    expect((await fetch(session!.address, { method: 'PUT', headers, body: noise })).status).toBe(200);
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'media.invalid' });
    expect(await storage.size(storageKey)).toBeNull();
    expect(await Upload.count()).toBe(0);
  });

  it('is not found for another user', async () => {
    const { publicId } = await begin();
    const stranger = await makeUser();
    await expect(open(publicId, stranger)).rejects.toMatchObject({ code: 'upload.not-found' });
    await send(await open(publicId));
    await expect(finish(publicId, stranger)).rejects.toMatchObject({ code: 'upload.not-found' });
    expect(await Transcription.count()).toBe(0);
  });

  it('is discarded when the stored file has another size', async () => {
    const { publicId } = await begin();
    const { storageKey } = (await Upload.findOne({ where: { publicId } }))!;
    await storage.put(storageKey, Readable.from(['short']), { maxBytes: 10 });
    await expect(finish(publicId)).rejects.toMatchObject({ code: 'upload.incomplete' });
    expect(await storage.size(storageKey)).toBeNull();
    expect((await begin()).publicId).not.toBe(publicId);
  });

  it('can go through this server instead, in chunks of any length', async () => {
    const { publicId } = await begin();
    const piece = (start: number, end: number) =>
      receiveChunk({ userId, publicId, offset: start, body: Readable.from([bytes.subarray(start, end)]) });
    expect(await piece(0, 1001)).toBe(1001);
    expect((await describeUpload(userId, publicId)).receivedBytes).toBe(1001);
    expect(await piece(1001, bytes.length)).toBe(bytes.length);
    const { storageKey } = await transcriptionOf(await finish(publicId));
    expect(google.objects.get(storageKey)?.bytes).toEqual(bytes);
    expect([...google.objects.keys()]).toEqual([storageKey]);
  });

  it('is backed up, restored and swept as with local storage', async () => {
    const storageKey = `recordings/${randomUUID()}`;
    await storage.put(storageKey, Readable.from(['what was said']), { maxBytes: 1000 });
    await register(userId, { storageKey });
    const file = path.join(settings.dataDir, `backup-${randomUUID()}.tar`);
    expect(await writeTar(file)).toMatchObject({ files: 1, gone: 0 });
    google.objects.clear();
    await restore(file);
    expect(google.objects.get(storageKey)?.bytes.toString()).toBe('what was said');
    await storage.put('recordings/orphan', Readable.from(['x']), { maxBytes: 1000 });
    await storage.append('recordings/unfinished', Readable.from(['x']), 0);
    await sweep();
    expect(google.objects.size).toBe(3);
    for (const object of google.objects.values()) object.timeCreated -= 2 * DAY_MS;
    await sweep();
    expect([...google.objects.keys()]).toEqual([storageKey]);
  });

  it('fails the readiness check when the bucket is unavailable', async () => {
    expect(await checkReadiness()).toMatchObject({ obstacles: [] });
    google.faultOf = () => 'unavailable';
    expect(await checkReadiness()).toMatchObject({ obstacles: [{ part: 'storage' }] });
  });
});
