import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { storage } from '@/app/integrations/storage/index.server';
import {
  pendingSingleRequestBytes,
  singleRequestUploadsOf,
} from '@/app/services/platform/storage/single-request-uploads.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { Upload } from '@/models/upload.server';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const disk = vi.hoisted(() => ({ freeBytes: 0 }));
vi.mock('@/app/config/free-bytes.server', () => ({ freeBytesOf: async () => disk.freeBytes }));

const MB = 1024 ** 2;
const NO_ROOM = { code: 'ENOSPC', name: 'DiskFull' };
const TOO_MANY = { code: 'upload.too-many', status: 429 };
const { isLocal, maxUnfinishedUploads, maxUnfinishedBytes } = settings;

describeOnBothDatabases('a disk of 2 GB', () => {
  let attacker: number;
  /** Stalled request bodies and the outcomes of their uploads. */
  let slow: { body: Readable; outcome: Promise<unknown> }[];

  beforeEach(async () => {
    await resetDatabase();
    attacker = await makeUser();
    slow = [];
    disk.freeBytes = 2 * 1024 ** 3;
    settings.isLocal = false;
  });

  afterEach(async () => {
    for (const { body } of slow) body.destroy(new Error('the line broke'));
    await Promise.allSettled(slow.map(({ outcome }) => outcome));
    Object.assign(settings, { isLocal, maxUnfinishedUploads, maxUnfinishedBytes });
  });

  const begin = (userId: number, sizeBytes: number) =>
    beginUpload({ userId, fileName: 'fala.wav', sizeBytes, fingerprint: randomUUID(), language: 'pt' });

  /** Makes all resumable uploads idle. */
  const makeAllIdle = () =>
    Upload.update(
      { updatedAt: new Date(Date.now() - IDLE_UPLOAD_MS), fileName: 'fala.wav' },
      { where: {}, silent: true },
    );

  const upload = (userId: number, body: Readable, announcedBytes?: number) =>
    uploadRecording({
      userId,
      submissionId: randomUUID(),
      language: 'pt',
      fileName: 'fala.wav',
      announcedBytes,
      body,
    });

  /**
   * Starts a stalled single-request upload; resolves once it is in flight, rejects when it is rejected
   * before.
   */
  async function startStalledUpload(userId: number, announcedBytes: number, sentBytes = 2_300) {
    let isOver = false;
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(sentBytes));
    const outcome = upload(userId, body, announcedBytes);
    outcome.catch(() => (isOver = true));
    await vi.waitUntil(() => isOver || body.readableLength === 0, 10_000);
    if (isOver) await outcome;
    slow.push({ body, outcome });
    return body;
  }

  it('cannot be reserved by one user at the expense of others', async () => {
    for (let round = 0; round < 3; round += 1) {
      await expect(begin(attacker, 900 * MB)).rejects.toMatchObject(NO_ROOM);
      await expect(startStalledUpload(attacker, 1000 * 2.3 * MB)).rejects.toMatchObject(NO_ROOM);
    }
    await startStalledUpload(attacker, 450 * MB);
    for (let round = 0; round < 20; round += 1) await begin(attacker, 20 * MB).catch(() => undefined);
    const bytes = silentWav(75);
    const honest = await Promise.all([makeUser(), makeUser(), makeUser()]);
    for (const userId of honest) {
      await begin(userId, bytes.length);
      expect((await upload(userId, Readable.from([bytes]), bytes.length)).status).toBe('pending');
    }
    expect(singleRequestUploadsOf(attacker)).toHaveLength(1);
  });

  it('is not reserved beyond the quota by uploads that begin at once', async () => {
    settings.maxUnfinishedBytes = 200 * MB;
    const honest = await Promise.all(Array.from({ length: 6 }, () => makeUser()));
    const flood = Promise.allSettled(Array.from({ length: 30 }, () => begin(attacker, 150 * MB)));
    const begun = await Promise.allSettled(honest.map((userId) => begin(userId, MB)));
    const outcomes = await flood;
    expect(begun.map(({ status }) => status)).toEqual(honest.map(() => 'fulfilled'));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('admits more from a user whose announced bytes have arrived', async () => {
    disk.freeBytes = 2 * settings.minFreeBytes + 1_000_000;
    const body = await startStalledUpload(attacker, 500_000);
    await expect(begin(attacker, 100_000)).rejects.toMatchObject(NO_ROOM);
    body.push(Buffer.alloc(300_000));
    disk.freeBytes -= 300_000;
    await vi.waitUntil(() => pendingSingleRequestBytes(attacker) < 200_000);
    await begin(attacker, 100_000);
  });

  it('is fully available to the single user of local mode', async () => {
    settings.isLocal = true;
    await begin(attacker, 900 * MB);
  });

  it('limits the number of one user’s unfinished uploads of both kinds', async () => {
    settings.maxUnfinishedUploads = 3;
    for (let count = 0; count < 2; count += 1) await begin(attacker, 100);
    await startStalledUpload(attacker, 5_000);
    await expect(startStalledUpload(attacker, 5_000)).rejects.toMatchObject(TOO_MANY);
    await makeAllIdle();
    for (let count = 0; count < 2; count += 1) await startStalledUpload(attacker, 5_000);
    expect(await Upload.count()).toBe(0);
    const unread = new Readable({ read: () => undefined });
    const read = vi.spyOn(unread, 'read');
    const put = vi.spyOn(storage, 'put');
    await expect(upload(attacker, unread, 5_000)).rejects.toMatchObject(TOO_MANY);
    await expect(begin(attacker, 100)).rejects.toMatchObject(TOO_MANY);
    expect([read.mock.calls, put.mock.calls]).toEqual([[], []]);
    vi.restoreAllMocks();
    await begin(await makeUser(), 100);
    slow[0]!.body.destroy(new Error('the line broke'));
    await slow[0]!.outcome.catch(() => undefined);
    await begin(attacker, 100);
    await expect(startStalledUpload(attacker, 5_000)).rejects.toMatchObject(TOO_MANY);
    await makeAllIdle();
    await startStalledUpload(attacker, 5_000);
    expect(await Upload.count({ where: { userId: attacker } })).toBe(0);
  });

  it('limits the bytes of one user’s unfinished uploads of both kinds', async () => {
    settings.maxUnfinishedBytes = 10_000;
    await startStalledUpload(attacker, 6_000);
    await expect(startStalledUpload(attacker, 4_001)).rejects.toMatchObject(TOO_MANY);
    await expect(begin(attacker, 4_001)).rejects.toMatchObject(TOO_MANY);
    await begin(attacker, 4_000);
    await startStalledUpload(await makeUser(), 10_000);
  });
});
