import { settings } from '@/app/config/env.server';
import { calendarMonthOf } from '@/app/domain/billing/wallet/calendar-month';
import { Transcription } from '@/models/transcription.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { readUploadLimits } from '../transcription/upload-limits.server';

/** The limits that the browser checks before it uploads a recording. The server checks them again. */
export async function readUploadPrecheck(userId: number) {
  return {
    limits: await readUploadLimits(userId),
    balanceMs: await readBalance(userId),
    /** When the minutes of the month renew, in ms since 1970; null where minutes are bought. */
    renewsAt: settings.sells ? null : calendarMonthOf(new Date()).end.getTime(),
    /** Whether the user already has a stored (ARMAZENADO) recording; only one is allowed. */
    hasStored: (await Transcription.count({ where: { userId, status: 'stored' } })) > 0,
  };
}
