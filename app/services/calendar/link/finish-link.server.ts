import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { calendarService } from '@/app/integrations/calendar/index.server';
import {
  AccessNotGranted,
  CalendarRefused,
  type CalendarService,
  type CalendarTokens,
  CalendarUnavailable,
} from '@/app/integrations/calendar/port';
import { CalendarLink } from '@/models/calendar-link.server';
import { inTransaction } from '@/models/database.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { sealTokens } from './sealed-tokens.server';

const MAX_NAME_LENGTH = 255;

/**
 * Links the calendar that a code from the page of consent opens; it replaces one that is linked already.
 * @throws AppError 'calendar.not-configured', 'calendar.not-granted' when the user allowed too little,
 *   'calendar.link-failed' for a code that is used, foreign or expired, 'calendar.unavailable'
 */
export async function finishLink(userId: number, code: string, codeVerifier: string): Promise<void> {
  if (!calendarService) throw new AppError('calendar.not-configured');
  const { name, tokens } = await open(calendarService, code, codeVerifier).catch((error: unknown) => {
    throw toAppError(error);
  });
  const link = { name: name.slice(0, MAX_NAME_LENGTH), sealedTokens: sealTokens(userId, tokens) };
  await inTransaction(async (transaction) => {
    await lockOwner(userId, transaction);
    const [replaced] = await CalendarLink.update(
      { ...link, syncToken: null, syncedAt: null, syncStartedAt: null },
      { where: { userId }, transaction },
    );
    if (replaced === 0) await CalendarLink.create({ userId, ...link }, { transaction });
  });
}

/** Reads the calendar once, so that a link stands only when its calendar can be used. */
async function open(
  service: CalendarService,
  code: string,
  codeVerifier: string,
): Promise<{ name: string; tokens: CalendarTokens }> {
  let tokens = await service.exchangeCode(code, codeVerifier);
  const calendar = service.open(tokens, async (fresh) => {
    tokens = fresh;
  });
  const now = Date.now();
  const { name } = await calendar.listEvents({ fromMs: now, toMs: now + 1000 });
  return { name, tokens };
}

function toAppError(error: unknown): unknown {
  if (error instanceof AccessNotGranted) return new AppError('calendar.not-granted');
  if (error instanceof CalendarRefused) return new AppError('calendar.link-failed');
  if (!(error instanceof CalendarUnavailable)) return error;
  log.warn({ reason: error.message }, 'a calendar could not be linked');
  return new AppError('calendar.unavailable');
}
