import { mkdir } from 'node:fs/promises';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { log } from '@/app/config/log.server';
import { DiskFull } from '@/app/domain/disk-full';
import { RESTING_MS } from '@/app/domain/transcription/upload';
import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';

/** Uploads leave as much again as database and log keep, so that what was taken in can also be worked on. */
const keptBytes = () => 2 * settings.minFreeBytes;

/**
 * Proves that everything that uploads were promised finds room, and what is about to come besides. Whoever calls has
 * made its own promise before: of two that ask at once, one at least sees the other. Where space is short, uploads
 * that rest are given up for it, those first that have rested longest.
 * @throws DiskFull when even that would not suffice; then nothing is given up
 */
export async function assertRoom(besidesBytes = 0): Promise<void> {
  const lacking = await lackingBytes(besidesBytes);
  if (lacking <= 0 || (await giveUpResting(lacking))) return;
  throw new DiskFull(`${lacking} bytes are lacking in the storage`);
}

/** Gives resting uploads up while space is short, as many as it takes, or all. */
export async function makeRoom(): Promise<void> {
  const lacking = await lackingBytes(0);
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
async function lackingBytes(besidesBytes: number): Promise<number> {
  const freeBytes = await storage.freeBytes();
  if (freeBytes === null) return Number.NEGATIVE_INFINITY;
  return keptBytes() + besidesBytes + (await promisedBytes()) - freeBytes;
}

/** What is still to come of the uploads in pieces that move. */
async function promisedBytes(): Promise<number> {
  let bytes = 0;
  for (const { storageKey, sizeBytes } of await find(Op.gte)) {
    bytes += Math.max(0, Number(sizeBytes) - (await storage.receivedBytes(storageKey)));
  }
  return bytes;
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
