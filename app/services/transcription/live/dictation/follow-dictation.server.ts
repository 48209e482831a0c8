import { setTimeout as sleep } from 'node:timers/promises';
import { Dictation } from '@/models/dictation.server';
import type { JobRun } from '../../../platform/jobs/job';
import { dictationFile } from '../../../platform/storage/dictation-file.server';
import { followText } from '../follow-text.server';

const LOOK_AGAIN_MS = 1_000;
/** A pause: the next chunk after it enqueues the job anew, which resumes where this one ended. */
const IDLE_MS = 60_000;

/** Job: recognizes a recording while it is being made, until nothing came for a minute or it is gone. */
export async function followDictation({
  payload: { dictationId },
  signal,
}: JobRun<{ dictationId: number }>): Promise<void> {
  const dictation = await Dictation.findByPk(dictationId);
  if (!dictation) return;
  const gone = new AbortController();
  const either = AbortSignal.any([signal, gone.signal]);
  const over = new AbortController();
  const ended = untilIdle(dictationId, gone, AbortSignal.any([either, over.signal]));
  try {
    await followText({
      source: { dictationId },
      recordingPath: dictationFile(dictation.publicId),
      language: dictation.language,
      ended,
      signal: either,
    });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    over.abort();
    await ended;
  }
}

/** Aborts `gone` when the dictation was used or discarded. */
async function untilIdle(id: number, gone: AbortController, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const found = await Dictation.findByPk(id, { attributes: ['updatedAt'] }).catch(() => undefined);
    if (found === null) return gone.abort(new Error('the dictation is gone'));
    if (found && Date.now() - found.updatedAt.getTime() > IDLE_MS) return;
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
