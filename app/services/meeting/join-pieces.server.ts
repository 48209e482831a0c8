import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { type JoinedTimeline, joinTimelines, placePieces } from '@/app/domain/meeting/timeline';
import { media } from '@/app/integrations/media/index.server';
import type { VisitedPiece } from '@/app/integrations/meeting-bot/port';
import { createWorkFolder, decodedBytes } from '../transcription/create-work-folder.server';

/** The recording of a whole meeting, as a local file. */
export interface MeetingRecording {
  path: string;
  /** With its dot. */
  extension: string;
  durationMs: number;
  timeline: JoinedTimeline;
  /** Nothing is to be heard in it. */
  isSilent: boolean;
  /** People were seen speaking, and no sound arrived. */
  isUnheard: boolean;
}

type ReadablePiece = VisitedPiece & { durationMs: number };

const BYTES_PER_MS = 32;
/** Of full scale 32,768: −60 dB. Microphones that are open, even in a quiet room, are above it. */
const SILENT_PEAK = 33;
const KBIT_PER_SECOND = 48;

/**
 * `use` gets the pieces as one recording, in which the times without an assistant are silent; the file is gone
 * afterwards. One piece stays as the browser wrote it.
 * @returns null without a readable piece
 * @throws DiskFull; the signal's reason when aborted
 */
export async function joinPieces<T>(
  pieces: readonly VisitedPiece[],
  signal: AbortSignal,
  use: (recording: MeetingRecording) => Promise<T>,
): Promise<T | null> {
  const readable = await probePieces(pieces);
  if (readable.length === 0) return null;
  const timeline = joinTimelines(readable);
  const starts = placePieces(readable);
  const durationMs = starts.at(-1)! + readable.at(-1)!.durationMs;
  const [only] = readable;
  const isHeard = timeline.spoken.length > 0;
  const joined = { durationMs, timeline, isUnheard: readable.some((piece) => piece.isUnheard) };
  if (readable.length === 1 && isHeard) {
    return use({ ...joined, path: only!.audioPath, extension: '.webm', isSilent: false });
  }
  const folder = await createWorkFolder('meeting', 2 * decodedBytes(durationMs));
  try {
    const samples = path.join(folder, 'audio.s16');
    for (const [index, { audioPath }] of readable.entries()) {
      await appendDecoded(audioPath, { samples, startMs: starts[index]!, signal });
    }
    const isSilent = !isHeard && (await peakOf(samples)) < SILENT_PEAK;
    if (readable.length === 1) {
      return await use({ ...joined, path: only!.audioPath, extension: '.webm', isSilent });
    }
    const encoded = path.join(folder, 'audio.mp3');
    await media.encode(samples, encoded, { kbitPerSecond: KBIT_PER_SECOND, signal });
    return await use({ ...joined, path: encoded, extension: '.mp3', isSilent });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves out what a kill left too short to be read. */
async function probePieces(pieces: readonly VisitedPiece[]): Promise<ReadablePiece[]> {
  const readable: ReadablePiece[] = [];
  for (const piece of pieces) {
    try {
      const { durationMs } = await media.probe(piece.audioPath);
      readable.push({ ...piece, durationMs });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ code: error.code }, 'a piece of a meeting cannot be read');
    }
  }
  return readable;
}

async function appendDecoded(
  audioPath: string,
  { samples, startMs, signal }: { samples: string; startMs: number; signal: AbortSignal },
): Promise<void> {
  const decoded = `${samples}.piece`;
  await media.decode(audioPath, decoded, {
    maxDurationMs: settings.maxFileMs,
    signal,
    onProgress: () => undefined,
  });
  const file = await open(samples, 'a');
  try {
    // A hole in the file reads as zeros, which is silence.
    const { size } = await file.stat();
    await file.truncate(Math.max(size, startMs * BYTES_PER_MS));
    for await (const chunk of createReadStream(decoded)) await file.appendFile(chunk as Buffer);
  } finally {
    await file.close();
  }
  await rm(decoded);
}

/** The loudest sample, without its sign. */
async function peakOf(samples: string): Promise<number> {
  let peak = 0;
  const { size } = await stat(samples);
  for await (const chunk of createReadStream(samples, { end: Math.max(0, size - (size % 2) - 1) })) {
    const bytes = chunk as Buffer;
    // The stream reads in pieces of 64 KiB, which hold whole samples.
    for (let at = 0; at + 1 < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  }
  return peak;
}
