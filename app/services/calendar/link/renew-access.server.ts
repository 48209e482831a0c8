import { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { limitRate, type Rate } from '../../platform/limits/limit-rate.server';
import { withCalendar } from '../with-calendar.server';

/** Each renewal is a request to Google, which gives a client so many in a day; an access token is valid for an hour. */
const RENEWAL_RATE: Rate = { most: 5, windowMs: 60_000 };

/**
 * Gets a new access token of an account's calendar.
 * @throws AppError 'api.too-many' (param: seconds); those of withCalendar
 */
export async function renewAccess(userId: number): Promise<string> {
  const seconds = await inTransaction((transaction) =>
    limitRate(`calendar renewal:${userId}`, RENEWAL_RATE, transaction),
  );
  if (seconds > 0) throw new AppError('api.too-many', { seconds });
  return withCalendar(userId, (calendar) => calendar.accessToken(true));
}
