import { z } from 'zod';
import { openSealedText, sealText, Unsealable } from '@/app/config/sealed-text.server';
import { AppError } from '@/app/domain/errors';

const PURPOSE = 'api-cursor';

/** Where the next page of a list begins, closed to its reader: row numbers of ours are nobody else's business. */
export const cursorOf = (userId: number, list: string, place: unknown): string =>
  sealText(PURPOSE, userId, JSON.stringify([list, place]));

/** @returns null for the first page. @throws AppError 'api.cursor-invalid', also for another list's or account's */
export function placeOf<Place extends z.ZodType>(
  { userId, list, place }: { userId: number; list: string; place: Place },
  cursor: string | undefined,
): z.output<Place> | null {
  if (cursor === undefined) return null;
  try {
    const opened: unknown = JSON.parse(openSealedText(PURPOSE, userId, cursor));
    return z.tuple([z.literal(list), place]).parse(opened)[1] as z.output<Place>;
  } catch (error) {
    if (error instanceof Unsealable || error instanceof z.ZodError) throw new AppError('api.cursor-invalid');
    throw error;
  }
}
