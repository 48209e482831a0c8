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

/** `scope`: the user did not allow what is needed. `refused`: the code is used, foreign or expired. */
export type LinkOutcome = 'linked' | 'scope' | 'refused';

/**
 * Exchanges the code of the service's answer and stores the tokens. A link that is there already is replaced; its
 * tokens are not revoked, since that would end the new ones of the same calendar too.
 * @throws AppError 'calendar.not-set-up', 'calendar.unavailable'
 */
export async function finishLink(
  userId: number,
  { code, codeVerifier }: { code: string; codeVerifier: string },
): Promise<LinkOutcome> {
  if (!calendarService) throw new AppError('calendar.not-set-up');
  try {
    const exchanged = await calendarService.exchangeCode(code, codeVerifier);
    await store(userId, await readName(calendarService, exchanged));
    return 'linked';
  } catch (error) {
    if (error instanceof AccessNotGranted) return 'scope';
    if (error instanceof CalendarRefused) return 'refused';
    if (error instanceof CalendarUnavailable) throw new AppError('calendar.unavailable');
    throw error;
  }
}

/**
 * Links the calendar of a refresh token that a program got for our client.
 * @throws AppError 'calendar.token-invalid' for one that is malformed, has ended or is another client's;
 *   'calendar.scope-missing', 'calendar.not-set-up', 'calendar.unavailable'
 */
export async function linkByToken(userId: number, refreshToken: string): Promise<void> {
  if (!calendarService) throw new AppError('calendar.not-set-up');
  try {
    const renewed = await calendarService.renew(refreshToken);
    await store(userId, await readName(calendarService, renewed));
  } catch (error) {
    if (error instanceof AccessNotGranted) throw new AppError('calendar.scope-missing');
    if (error instanceof CalendarRefused) throw new AppError('calendar.token-invalid');
    if (error instanceof CalendarUnavailable) throw new AppError('calendar.unavailable');
    throw error;
  }
}

interface NewLink {
  tokens: CalendarTokens;
  /** Of the calendar. */
  name: string;
}

async function readName(service: CalendarService, exchanged: CalendarTokens): Promise<NewLink> {
  let tokens = exchanged;
  const calendar = service.open(exchanged, async (fresh) => {
    tokens = fresh;
  });
  const now = Date.now();
  const { name } = await calendar.listEvents({ fromMs: now, toMs: now + 1_000 });
  return { tokens, name };
}

async function store(userId: number, { tokens, name }: NewLink): Promise<void> {
  await inTransaction(async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    await owner.update({ calendarEndedAt: null }, { transaction });
    const sealedTokens = sealTokens(userId, tokens);
    const link = await CalendarLink.findOne({ where: { userId }, transaction });
    if (!link) await CalendarLink.create({ userId, sealedTokens, name }, { transaction });
    // A token of another calendar would tell nothing of the changes in this one.
    else await link.update({ sealedTokens, name, syncToken: null }, { transaction });
  });
}
