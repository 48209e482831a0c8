import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { storage } from '@/app/integrations/storage/index.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { freeDiskSpace, hasDiskSpaceForJob } from '@/app/services/platform/storage/disk-space.server';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { createWorkFolder } from '@/app/services/transcription/create-work-folder.server';
import { registerVideo } from '@/app/services/transcription/video/register-video.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const NO_ROOM = { code: 'ENOSPC', name: 'DiskFull' };
const { minFreeBytes, maxUnfinishedBytes } = settings;

describeOnBothDatabases('room for recordings', () => {
  let userId: number;
  /** Disk space available to uploads, beyond the reserved minimum. */
  let freeForUploads: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    freeForUploads = 1000;
    vi.spyOn(storage, 'freeBytes').mockImplementation(async () => 2 * minFreeBytes + freeForUploads);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    Object.assign(settings, { minFreeBytes, maxUnfinishedBytes });
  });

  const begin = (sizeBytes: number, of = userId) =>
    beginUpload({ userId: of, fileName: 'fala.wav', sizeBytes, fingerprint: randomUUID(), language: 'pt' });

  const receive = (publicId: string, bytes: number, offset = 0) =>
    receiveChunk({ userId, publicId, offset, body: Readable.from([Buffer.alloc(bytes)]) });

  /** Makes an upload idle for `ms`. */
  const makeIdle = (publicId: string, ms = IDLE_UPLOAD_MS + 1000) =>
    Upload.update(
      { updatedAt: new Date(Date.now() - ms), fileName: 'rests.wav' },
      { where: { publicId }, silent: true },
    );

  const unfinished = async () => (await Upload.findAll({ order: ['id'] })).map(({ publicId }) => publicId);

  it('reserves space for an upload at creation, and less as its bytes arrive', async () => {
    await expect(begin(1001)).rejects.toMatchObject(NO_ROOM);
    expect(await unfinished()).toEqual([]);
    const { publicId } = await begin(600);
    const stranger = await makeUser();
    await expect(begin(401, stranger)).rejects.toMatchObject(NO_ROOM);
    await begin(400, stranger);
    await receive(publicId, 500);
    // Received bytes show up as less free disk space.
    freeForUploads -= 500;
    await expect(begin(1)).rejects.toMatchObject(NO_ROOM);
    freeForUploads += 1;
    await begin(1);
  });

  it('admits no more concurrent uploads than there is space for', async () => {
    const begun = await Promise.allSettled(
      Array.from({ length: 6 }, async () => begin(400, await makeUser())),
    );
    const had = begun.filter(({ status }) => status === 'fulfilled');
    expect(had.length).toBeLessThanOrEqual(2);
    expect(await unfinished()).toHaveLength(had.length);
  });

  it('reserves nothing for an idle upload, which resumes once there is space', async () => {
    const { publicId } = await begin(900);
    await receive(publicId, 100);
    await makeIdle(publicId);
    const other = await begin(1000);
    const { updatedAt } = (await Upload.findOne({ where: { publicId } }))!;
    await expect(receive(publicId, 100, 100)).rejects.toMatchObject(NO_ROOM);
    expect((await Upload.findOne({ where: { publicId } }))!.updatedAt).toEqual(updatedAt);
    await Upload.destroy({ where: { publicId: other.publicId } });
    expect(await receive(publicId, 100, 100)).toBe(200);
    await expect(begin(1000)).rejects.toMatchObject(NO_ROOM);
  });

  it('evicts idle uploads, longest idle first, and never active ones', async () => {
    const begun: string[] = [];
    for (const minutes of [40, 20, 30, 0]) {
      const { publicId } = await begin(100);
      await receive(publicId, 100);
      if (minutes > 0) await makeIdle(publicId, minutes * 60_000);
      begun.push(publicId);
    }
    const [oldest, youngest, middle, moving] = begun as [string, string, string, string];
    freeForUploads = 50;
    const removed = vi.spyOn(storage, 'remove').mockImplementation(async () => {
      freeForUploads += 100;
    });
    // More than all idle uploads hold: evicts nothing in vain.
    await expect(begin(400)).rejects.toMatchObject(NO_ROOM);
    expect(await unfinished()).toEqual(begun);
    const { publicId } = await begin(200);
    expect(await unfinished()).toEqual([youngest, moving, publicId]);
    expect(removed).toHaveBeenCalledTimes(2);
    freeForUploads = -1000;
    await freeDiskSpace();
    expect(await unfinished()).toEqual([moving, publicId]);
    expect([oldest, middle]).not.toContain(publicId);
  });

  it('limits the bytes of one user’s unfinished uploads', async () => {
    freeForUploads = 1_000_000;
    settings.maxUnfinishedBytes = 1000;
    const [first, second, third] = [await begin(400), await begin(500), await begin(100)];
    const stranger = await begin(1000, await makeUser());
    await expect(begin(300)).rejects.toMatchObject({ code: 'upload.too-many' });
    await makeIdle(first.publicId);
    const fourth = await begin(300);
    expect(await unfinished()).toEqual([second, third, stranger, fourth].map(({ publicId }) => publicId));
    expect(first.publicId).not.toBe(second.publicId);
  });

  it('checks the space before the first byte of a single-request upload, and stores nothing of a rejected one', async () => {
    const bytes = silentWav(1);
    let isRead = false;
    async function* sent() {
      isRead = true;
      yield bytes;
    }
    const upload = (announcedBytes: number, body: Readable) =>
      uploadRecording({
        userId,
        submissionId: randomUUID(),
        language: 'pt',
        fileName: 'fala.wav',
        announcedBytes,
        body,
      });
    const before = await readBalances(userId);
    freeForUploads = -1;
    await expect(upload(bytes.length, Readable.from(sent()))).rejects.toMatchObject(NO_ROOM);
    expect(isRead).toBe(false);
    expect(await Transcription.count()).toBe(0);
    expect(await readBalances(userId)).toEqual(before);
    expect(await readdir(path.join(settings.dataDir, 'storage/.unfinished'))).toEqual([]);
    freeForUploads = 0;
    expect((await upload(bytes.length, Readable.from(sent()))).status).toBe('pending');
  });

  it('checks the space before registering a video', async () => {
    freeForUploads = -1;
    const video = { userId, submissionId: randomUUID(), videoId: 'abc-EFG_123', language: 'pt' };
    await expect(registerVideo(video)).rejects.toMatchObject(NO_ROOM);
    expect(await Transcription.count()).toBe(0);
  });

  it('stops jobs before database and log run out of space, and fails the readiness check', async () => {
    expect(await checkReadiness()).toMatchObject({ obstacles: [] });
    expect(await hasDiskSpaceForJob(1000 + minFreeBytes)).toBe(true);
    expect(await hasDiskSpaceForJob(1001 + minFreeBytes)).toBe(false);
    await expect(createWorkFolder('transcribe', 1001 + minFreeBytes)).rejects.toMatchObject(NO_ROOM);
    freeForUploads = -minFreeBytes - 1;
    const full = { obstacles: [{ part: 'disk', fault: 'full' }] };
    expect(await checkReadiness()).toMatchObject(full);
    vi.restoreAllMocks();
    expect(await checkReadiness()).toMatchObject({ obstacles: [] });
    settings.minFreeBytes = 1024 ** 5;
    expect(await checkReadiness()).toMatchObject(full);
  });
});
