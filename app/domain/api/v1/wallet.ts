import { z } from 'zod';

/** Minutes of the account, in whole milliseconds. */
export const walletBalance = z
  .object({ trial_ms: z.int(), subscription_ms: z.int(), bought_ms: z.int() })
  .meta({ id: 'WalletBalance' });

/** Minutes that came or were spent. */
export const movement = z
  .object({
    /** 'transcription' for spent minutes. */
    reason: z.string(),
    /** Of the transcription; null for any other reason, and after it was deleted. */
    title: z.string().nullable(),
    /** Negative for spent minutes. */
    amount_ms: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Movement' });
