import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { calendarService } from '@/app/integrations/calendar/index.server';
import {
  type Calendar,
  CalendarRefused,
  type CalendarTokens,
  CalendarUnavailable,
  EventChanged,
  EventForbidden,
  EventGone,
} from '@/app/integrations/calendar/port';
import { CalendarLink } from '@/models/calendar-link.server';
import { inTransaction } from '@/models/database.server';
import { lockOwner } from '../meeting/lock-owner.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { endLink } from './link/end-link.server';
import { openTokens, sealTokens } from './link/sealed-tokens.server';

/**
 * Works with an account's calendar. No transaction may be open meanwhile: every call goes to Google. New tokens are
 * stored; a calendar whose access has ended is unlinked.
 * @throws AppError 'calendar.not-linked', 'calendar.unlinked', 'calendar.unavailable', 'calendar.event-gone',
 * 'calendar.event-changed', 'calendar.event-forbidden'; errors of `use`
 */
export async function withCalendar<T>(userId: number, use: (calendar: Calendar) => Promise<T>): Promise<T> {
  const link = calendarService && (await CalendarLink.findOne({ where: { userId } }));
  if (!calendarService || !link) throw new AppError('calendar.not-linked');
  let tokens = openTokens(userId, link.sealedTokens);
  if (!tokens) throw await unlink(userId, null);
  const calendar = calendarService.open(tokens, async (fresh) => {
    await storeTokens(userId, tokens!.refreshToken, fresh);
    tokens = fresh;
  });
  try {
    return await use(calendar);
  } catch (error) {
    if (error instanceof CalendarRefused) throw await unlink(userId, tokens.refreshToken);
    throw toAppError(error);
  }
}

/** Under a row lock; the tokens of a newer link, and newer tokens of another worker, stay. */
async function storeTokens(userId: number, refreshToken: string, fresh: CalendarTokens): Promise<void> {
  await inTransaction(async (transaction) => {
    const link = await findLockedLink(userId, transaction);
    const stored = link && openTokens(userId, link.sealedTokens);
    if (stored?.refreshToken !== refreshToken || stored.expiresAtMs > fresh.expiresAtMs) return;
    await link!.update({ sealedTokens: sealTokens(userId, fresh) }, { transaction });
  });
}

/** Unless the calendar was linked anew meanwhile. @param refreshToken that was refused; null when none can be read */
async function unlink(userId: number, refreshToken: string | null): Promise<AppError> {
  return inTransaction(async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    const link = await findLockedLink(userId, transaction);
    const stored = link && openTokens(userId, link.sealedTokens);
    if (stored && stored.refreshToken !== refreshToken) return new AppError('calendar.unavailable');
    if (link) {
      await endLink(link, transaction);
      await owner.update({ calendarEndedAt: new Date() }, { transaction });
      await enqueue('calendar-notice', { userId, name: link.name }, { transaction });
    }
    return new AppError('calendar.unlinked');
  });
}

const findLockedLink = (userId: number, transaction: Transaction) =>
  CalendarLink.findOne({ where: { userId }, lock: transaction.LOCK.UPDATE, transaction });

function toAppError(error: unknown): unknown {
  if (error instanceof CalendarUnavailable) {
    log.warn({ reason: error.message }, 'the calendar service did not answer');
    return new AppError('calendar.unavailable');
  }
  const codes: [kind: new () => Error, code: AppErrorCode][] = [
    [EventGone, 'calendar.event-gone'],
    [EventForbidden, 'calendar.event-forbidden'],
    [EventChanged, 'calendar.event-changed'],
  ];
  const [, code] = codes.find(([kind]) => error instanceof kind) ?? [];
  return code ? new AppError(code) : error;
}
