import { z } from 'zod';
import type { WorkNotes } from '../port';

/** A segment that crashed the process this often is skipped. */
export const SKIPPED_AFTER = 2;

const KEY = 'local-fatal';

/** Pairs of segment start in ms and number of crashes. */
const noted = z.array(z.tuple([z.number(), z.number()]));

/** Reads the number of crashes of the recognizer's process, by segment start in ms. */
export async function readFatal(notes: WorkNotes): Promise<Map<number, number>> {
  return new Map(noted.safeParse(await notes.read(KEY)).data ?? []);
}

/** Saves one more crash. */
export async function writeFatal(
  notes: WorkNotes,
  fatal: ReadonlyMap<number, number>,
  startMs: number,
): Promise<void> {
  await notes.write(KEY, [...new Map(fatal).set(startMs, (fatal.get(startMs) ?? 0) + 1)]);
}
