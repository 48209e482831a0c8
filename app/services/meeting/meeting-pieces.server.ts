import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import type { VisitedPiece } from '@/app/integrations/meeting-bot/port';
import { Meeting } from '@/models/meeting.server';
import { MeetingPiece } from '@/models/meeting-piece.server';
import type { JobClaim } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';

/** How long an assistant takes at most to notice that its worker is gone, and to leave. */
const LEAVING_MS = 20_000;
/** An assistant that listens writes each second. */
const STILL_MS = 3_000;
const LOOK_MS = 500;

type OfMeeting = Pick<Meeting, 'id' | 'publicId'>;

/** Where the recordings of meetings stand until each has become a transcription. */
export const meetingsFolder = (): string => path.join(settings.dataDir, 'meetings');

const folderOf = ({ publicId }: OfMeeting, number: number) =>
  path.join(meetingsFolder(), publicId, String(number));

/** Makes the folder of another visit. @throws LeaseLost when another worker took the meeting over */
export async function addPiece(meeting: OfMeeting, claim: JobClaim): Promise<string> {
  const { id: meetingId } = meeting;
  const number = await withLease(claim, async (transaction) => {
    const count = await MeetingPiece.count({ where: { meetingId }, transaction });
    await MeetingPiece.create({ meetingId, number: count + 1 }, { transaction });
    return count + 1;
  });
  const folder = folderOf(meeting, number);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** What the visits to a meeting recorded, in order of time. */
export async function readPieces(meeting: OfMeeting): Promise<VisitedPiece[]> {
  const rows = await MeetingPiece.findAll({ where: { meetingId: meeting.id }, order: ['number'] });
  const pieces: VisitedPiece[] = [];
  for (const { number } of rows) {
    const piece = await meetingBot.readPiece(folderOf(meeting, number));
    if (piece) pieces.push(piece);
  }
  return pieces;
}

/** When the assistant last wrote what it heard; null when nothing was recorded. */
export async function lastHeardAt(meeting: OfMeeting): Promise<Date | null> {
  const last = (await readPieces(meeting)).at(-1);
  return last ? (await stat(last.audioPath)).mtime : null;
}

/**
 * Waits while an assistant whose worker has lost the meeting still listens: it leaves by itself within seconds.
 * @throws the signal's reason when aborted
 */
export async function waitUntilLeft(meeting: OfMeeting, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < LEAVING_MS; waitedMs += LOOK_MS) {
    const heardAt = await lastHeardAt(meeting);
    if (!heardAt || Date.now() - heardAt.getTime() > STILL_MS) return;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** To be called once the recording stands in the storage. */
export async function removePieces({ publicId }: Pick<Meeting, 'publicId'>): Promise<void> {
  await rm(path.join(meetingsFolder(), publicId), { recursive: true, force: true });
}

/** Of meetings that are no more: their account was deleted while the assistant was there. */
export async function removeOrphanedPieces(): Promise<void> {
  for (const publicId of await readdir(meetingsFolder()).catch(() => [])) {
    if ((await Meeting.count({ where: { publicId } })) === 0) await removePieces({ publicId });
  }
}
