import { z } from 'zod';

/** Longer than the longest recording. */
const MAX_POSITION_MS = 1_000 * 3_600_000;

/** Where the reader stopped. */
export const positionSchema = z.object({ positionMs: z.number().int().min(0).max(MAX_POSITION_MS) });
