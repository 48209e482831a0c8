import { mkdir } from 'node:fs/promises';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { log } from '@/app/config/log.server';
import { DiskFull } from '@/app/domain/disk-full';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { pendingSingleRequestBytes } from './single-request-uploads.server';

/** Twice the minimum for database and log, so that jobs can still process what was uploaded. */
const reservedFreeBytes = () => 2 * settings.minFreeBytes;

/**
 * For all reservations of active uploads, plus `besidesBytes`; evicts idle uploads when space is short,
 * longest idle first. The caller reserves its own bytes before, so that of two at least one sees the other.
 * Announcing a size costs nothing, so one account may reserve at most half of what the others leave free,
 * except in local mode. Bytes that have arrived no longer count.
 * @throws DiskFull when even evicting would not suffice; then evicts nothing
 */
export async function assertDiskSpace(
  request: { besidesBytes?: number; userId?: number } = {},
): Promise<void> {
  const lacking = await missingBytes(request);
  if (lacking <= 0 || (await evictIdleUploads(lacking))) return;
  throw new DiskFull(`${lacking} bytes are lacking in the storage`);
}

/** Evicts idle uploads while space is short: as many as needed, or all. */
export async function freeDiskSpace(): Promise<void> {
  const lacking = await missingBytes();
  if (lacking > 0 && !(await evictIdleUploads(lacking))) await evictIdleUploads(0);
}

/** Whether a job may write `neededBytes` without using the space reserved for database and log. */
export async function hasDiskSpaceForJob(neededBytes = 0): Promise<boolean> {
  return (await freeBytesForJobs()) - neededBytes >= settings.minFreeBytes;
}

/** Free disk space of data folder and storage, the lesser one. */
export async function freeBytesForJobs(): Promise<number> {
  await mkdir(settings.dataDir, { recursive: true });
  const here = await freeBytesOf(settings.dataDir);
  const there = (await storage.freeBytes()) ?? Number.POSITIVE_INFINITY;
  return Math.min(here, there);
}

/** Bytes missing for all reservations; negative when some are left. */
async function missingBytes({
  besidesBytes = 0,
  userId,
}: Parameters<typeof assertDiskSpace>[0] = {}): Promise<number> {
  const freeBytes = await storage.freeBytes();
  if (freeBytes === null) return Number.NEGATIVE_INFINITY;
  const promised = await pendingUploadBytes(userId);
  const leftToOthers = userId === undefined || settings.isLocal ? 0 : promised.toThemBytes;
  return reservedFreeBytes() + besidesBytes + promised.bytes + leftToOthers - freeBytes;
}

/** Announced and not sent yet: `bytes` of resumable uploads, `toThemBytes` of all uploads of this user. */
async function pendingUploadBytes(userId?: number): Promise<{ bytes: number; toThemBytes: number }> {
  let bytes = 0;
  let toThemBytes = userId === undefined ? 0 : pendingSingleRequestBytes(userId);
  for (const upload of await findUploadsByActivity(Op.gte)) {
    const toCome = Math.max(0, Number(upload.sizeBytes) - (await storage.receivedBytes(upload.storageKey)));
    bytes += toCome;
    if (upload.userId === userId) toThemBytes += toCome;
  }
  return { bytes, toThemBytes };
}

/** @returns false when all idle uploads together hold less than `neededBytes`; then evicts none */
async function evictIdleUploads(neededBytes: number): Promise<boolean> {
  const resting: { upload: Upload; bytes: number }[] = [];
  let bytes = 0;
  for (const upload of await findUploadsByActivity(Op.lt)) {
    if (neededBytes > 0 && bytes >= neededBytes) break;
    const received = await storage.receivedBytes(upload.storageKey);
    if (received > 0) resting.push({ upload, bytes: received });
    bytes += received;
  }
  if (bytes < neededBytes) return false;
  for (const { upload, bytes: received } of resting) await evictUpload(upload, received);
  return true;
}

/** Skips one that became active. The row goes first: the sweep removes an orphaned file. */
async function evictUpload({ id, storageKey, updatedAt }: Upload, bytes: number): Promise<void> {
  if ((await Upload.destroy({ where: { id, updatedAt } })) === 0) return;
  await storage.remove(storageKey);
  log.warn({ uploadId: id, bytes }, 'space is short: an upload that rested was given up');
}

/** Idle (`Op.lt`) or active (`Op.gte`) resumable uploads, longest idle first. */
const findUploadsByActivity = (side: typeof Op.lt | typeof Op.gte) =>
  Upload.findAll({
    where: {
      updatedAt: { [side]: new Date(Date.now() - IDLE_UPLOAD_MS) },
      expiresAt: { [Op.gt]: new Date() },
    },
    order: ['updatedAt', 'id'],
  });
