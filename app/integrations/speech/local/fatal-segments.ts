import { z } from 'zod';
import type { WorkNotes } from '../port';

/** A segment that ended the process so often is left out. */
export const SKIPPED_AFTER = 2;

const KEY = 'local-fatal';

/** How often, by where a segment begins in ms. */
const noted = z.array(z.tuple([z.number(), z.number()]));

/** The segments at which the recogniser's process ended by itself: how often, by where they begin in ms. */
export async function readFatal(notes: WorkNotes): Promise<Map<number, number>> {
  return new Map(noted.safeParse(await notes.read(KEY)).data ?? []);
}

/** Notes one more end. */
export async function writeFatal(
  notes: WorkNotes,
  fatal: ReadonlyMap<number, number>,
  startMs: number,
): Promise<void> {
  await notes.write(KEY, [...new Map(fatal).set(startMs, (fatal.get(startMs) ?? 0) + 1)]);
}
