import { z } from 'zod';

const hit = z
  .object({
    speaker: z.string(),
    start_ms: z.int(),
    text: z.string(),
    /** Plays the recording from there. */
    url: z.url(),
  })
  .meta({ id: 'Hit' });

/** A recording in which the words are said, with its first hits. */
export const foundRecording = z
  .object({
    id: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    duration_ms: z.int(),
    hits: z.array(hit),
    hit_count: z.int(),
    /** Whether there are more hits than were counted. */
    is_more: z.boolean(),
  })
  .meta({ id: 'FoundRecording' });
