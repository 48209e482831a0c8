import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import { createWorkFolder, decodedBytes } from '../create-work-folder.server';
import { type LiveSource, liveStore } from './live-segments.server';

interface LiveRecording {
  source: LiveSource;
  /** The file that grows; may be missing at first. */
  recordingPath: string;
  /** Where this piece begins in the recording that the source becomes. */
  startMs?: number;
  /** ISO 639-1, as its owner stated it. */
  language: string;
  /** Settled once the file is complete. */
  ended: Promise<unknown>;
  /** Aborted: everything is gone within two seconds, except what was stored. */
  signal: AbortSignal;
}

/** Room for the samples of a first hour; beyond it the disk has to be watched anyway. */
const FIRST_HOUR_MS = 3_600_000;
const MODEL_RETRY_MS = 5_000;
const RESTART_MS = 2_000;
const MAX_RESTARTS = 5;

/**
 * Recognizes a recording while it grows, and stores each segment as it is heard. Resolves when all of it is recognized;
 * at once when the speech engine has no live text. It only adds to a recording, so whatever goes wrong is logged and ends
 * the live text alone.
 * @throws the signal's reason when aborted
 */
export async function followText(recording: LiveRecording): Promise<void> {
  const { signal, source } = recording;
  if (!speech.follow || !(await isModelReady(recording))) return;
  let folder: string | undefined;
  try {
    folder = await createWorkFolder('live', decodedBytes(FIRST_HOUR_MS));
    await decodeAndRecognizeAgain(recording, path.join(folder, 'audio.s16'));
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ error, ...source }, 'live text ended early');
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/** Waits for a model that is being downloaded. @returns false when the recording was over before */
async function isModelReady({ ended, signal }: LiveRecording): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  ended.then(end, end);
  const either = AbortSignal.any([over.signal, signal]);
  while (!(await speech.readiness(false)).ready) {
    await sleep(MODEL_RETRY_MS, undefined, { signal: either }).catch(() => undefined);
    signal.throwIfAborted();
    if (over.signal.aborted) return false;
  }
  return true;
}

/** Continues after a crash of a child process, or an outage of the database. */
async function decodeAndRecognizeAgain(recording: LiveRecording, pcmPath: string): Promise<void> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await decodeAndRecognize(recording, pcmPath);
    } catch (error) {
      recording.signal.throwIfAborted();
      if (restarts === MAX_RESTARTS || error instanceof AppError) throw error;
      log.warn({ error, ...recording.source }, 'live text starts again');
      await sleep(RESTART_MS, undefined, { signal: recording.signal });
    }
  }
}

async function decodeAndRecognize(recording: LiveRecording, pcmPath: string): Promise<void> {
  const { source, startMs = 0, recordingPath, language, ended } = recording;
  const stop = new AbortController();
  const signal = AbortSignal.any([recording.signal, stop.signal]);
  // The recognizer opens it before the decoder has something to write.
  await writeFile(pcmPath, '');
  const decoding = media.follow(recordingPath, pcmPath, { ended, signal });
  decoding.catch((error: unknown) => stop.abort(error));
  try {
    const notes = liveStore(source, { startMs, model: await speech.modelName(false) });
    await speech.follow!({ path: pcmPath, ended: decoding, signal, language, notes });
    await decoding;
  } finally {
    stop.abort();
    await decoding.catch(() => undefined);
  }
}
