import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import type { ApiCaller } from '@/app/services/api/api-user.server';
import { hasCalendar } from '../session/calendar-user.server';
import { hasMeetings } from '../session/meeting-user.server';

/** @throws AppError 'account.owner-only' for an administrator who impersonates the owner */
export function assertOwner({ user }: ApiCaller): void {
  if (user.impersonator) throw new AppError('account.owner-only');
}

/** @throws AppError 'api.own-only' where a call names another account than that of its token */
export function assertOwnCrypto({ user }: ApiCaller, crypto: string): void {
  if (user.publicId !== crypto) throw new AppError('api.own-only');
}

/** @throws AppError 'api.subscription-required' for an account on trial, which has no meetings */
export function assertMeetings({ user }: ApiCaller): void {
  if (!hasMeetings(user)) throw new AppError('api.subscription-required');
}

/** @throws AppError 'api.subscription-required' for an account without a calendar; 'account.owner-only' as assertOwner */
export function assertCalendarOwner(caller: ApiCaller): void {
  assertOwner(caller);
  if (!hasCalendar(caller.user)) throw new AppError('api.subscription-required');
}

/** @throws AppError 'calendar.not-set-up' where the operator has set up no calendar service; others as assertCalendarOwner */
export function assertCalendar(caller: ApiCaller): void {
  assertCalendarOwner(caller);
  if (!settings.googleCalendar) throw new AppError('calendar.not-set-up');
}
