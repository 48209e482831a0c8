import { mkdir } from 'node:fs/promises';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { log } from '@/app/config/log.server';
import { DiskFull } from '@/app/domain/disk-full';
import { RESTING_MS } from '@/app/domain/transcription/upload';
import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { plainBytesToCome } from '../upload/plain-uploads.server';

/** Uploads leave as much again as database and log keep, so that what was taken in can also be worked on. */
const keptBytes = () => 2 * settings.minFreeBytes;

/**
 * Proves that everything that uploads were promised finds room, and what is about to come besides. Whoever calls has
 * made its own promise before: of two that ask at once, one at least sees the other. Where space is short, uploads
 * that rest are given up for it, those first that have rested longest.
 *
 * Announcing costs nothing, so an account may be promised no more than half of what is free at the moment beside the
 * promises to others: as much again is left to them. What has arrived is no promise any more. At one's own machine
 * there are no others.
 * @param asked.besidesBytes what is about to come that is no upload
 * @param asked.userId whose upload it is
 * @throws DiskFull when even that would not suffice; then nothing is given up
 */
export async function assertRoom(asked: { besidesBytes?: number; userId?: number } = {}): Promise<void> {
  const lacking = await lackingBytes(asked);
  if (lacking <= 0 || (await giveUpResting(lacking))) return;
  throw new DiskFull(`${lacking} bytes are lacking in the storage`);
}

/** Gives resting uploads up while space is short, as many as it takes, or all. */
export async function makeRoom(): Promise<void> {
  const lacking = await lackingBytes();
  if (lacking > 0 && !(await giveUpResting(lacking))) await giveUpResting(0);
}

/**
 * Whether jobs that need space may start: database and log have what is kept for them.
 * @param neededBytes that a job is going to write
 */
export async function hasRoomToWork(neededBytes = 0): Promise<boolean> {
  await mkdir(settings.dataDir, { recursive: true });
  const here = await freeBytesOf(settings.dataDir);
  const there = (await storage.freeBytes()) ?? Number.POSITIVE_INFINITY;
  return Math.min(here, there) - neededBytes >= settings.minFreeBytes;
}

/** What is missing for all that was promised; negative: what is left. */
async function lackingBytes({
  besidesBytes = 0,
  userId,
}: Parameters<typeof assertRoom>[0] = {}): Promise<number> {
  const freeBytes = await storage.freeBytes();
  if (freeBytes === null) return Number.NEGATIVE_INFINITY;
  const promised = await promisedBytes(userId);
  const leftToOthers = userId === undefined || settings.isLocal ? 0 : promised.toThemBytes;
  return keptBytes() + besidesBytes + promised.bytes + leftToOthers - freeBytes;
}

/**
 * What is still to come.
 * @returns `bytes` of the uploads in pieces that move: the storage itself counts the plain ones; `toThemBytes` of all
 *   of this person's
 */
async function promisedBytes(userId?: number): Promise<{ bytes: number; toThemBytes: number }> {
  let bytes = 0;
  let toThemBytes = userId === undefined ? 0 : plainBytesToCome(userId);
  for (const upload of await find(Op.gte)) {
    const toCome = Math.max(0, Number(upload.sizeBytes) - (await storage.receivedBytes(upload.storageKey)));
    bytes += toCome;
    if (upload.userId === userId) toThemBytes += toCome;
  }
  return { bytes, toThemBytes };
}

/** @returns false when all of them have less than `neededBytes`, which then stay */
async function giveUpResting(neededBytes: number): Promise<boolean> {
  const resting: { upload: Upload; bytes: number }[] = [];
  let bytes = 0;
  for (const upload of await find(Op.lt)) {
    if (neededBytes > 0 && bytes >= neededBytes) break;
    const received = await storage.receivedBytes(upload.storageKey);
    if (received > 0) resting.push({ upload, bytes: received });
    bytes += received;
  }
  if (bytes < neededBytes) return false;
  for (const { upload, bytes: received } of resting) await giveUp(upload, received);
  return true;
}

/** Unless it has moved meanwhile. The row goes first: a file left alone is found by the sweep. */
async function giveUp({ id, storageKey, updatedAt }: Upload, bytes: number): Promise<void> {
  if ((await Upload.destroy({ where: { id, updatedAt } })) === 0) return;
  await storage.remove(storageKey);
  log.warn({ uploadId: id, bytes }, 'space is short: an upload that rested was given up');
}

/** Uploads in pieces, by when they last moved, those first that have rested longest. */
const find = (side: typeof Op.lt | typeof Op.gte) =>
  Upload.findAll({
    where: { updatedAt: { [side]: new Date(Date.now() - RESTING_MS) }, expiresAt: { [Op.gt]: new Date() } },
    order: ['updatedAt', 'id'],
  });
