import { z } from 'zod';
import { openSealedText, sealText, Unsealable } from '@/app/config/sealed-text.server';
import type { CalendarTokens } from '@/app/integrations/calendar/port';

const PURPOSE = 'calendar-tokens';

const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAtMs: z.number() });

export const sealTokens = (userId: number, tokens: CalendarTokens): string =>
  sealText(PURPOSE, userId, JSON.stringify(tokens));

/** Null when they were sealed under another session secret: the calendar must be linked anew. */
export function openTokens(userId: number, sealed: string): CalendarTokens | null {
  try {
    return tokensSchema.parse(JSON.parse(openSealedText(PURPOSE, userId, sealed)));
  } catch (error) {
    if (error instanceof Unsealable) return null;
    throw error;
  }
}
