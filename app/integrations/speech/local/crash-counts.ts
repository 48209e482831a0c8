import { z } from 'zod';
import type { CheckpointStore } from '../port';

/** A segment that crashed the process this often is skipped. */
export const MAX_CRASHES = 2;

const KEY = 'local-fatal';

/** Pairs of segment start in ms and number of crashes. */
const noted = z.array(z.tuple([z.number(), z.number()]));

/** Reads the number of crashes of the recognizer's process, by segment start in ms. */
export async function readCrashCounts(notes: CheckpointStore): Promise<Map<number, number>> {
  return new Map(noted.safeParse(await notes.read(KEY)).data ?? []);
}

export async function recordCrash(
  notes: CheckpointStore,
  fatal: ReadonlyMap<number, number>,
  startMs: number,
): Promise<void> {
  await notes.write(KEY, [...new Map(fatal).set(startMs, (fatal.get(startMs) ?? 0) + 1)]);
}
