import { settings } from '@/app/config/env.server';
import type { AppErrorCode, AppErrorParams } from '@/app/domain/errors';
import { tooFewMinutes } from '../billing/wallet/month-minutes.server';

/** Parameters for the message of a stored error code; the row stores the code only. */
export function errorParams(errorCode: AppErrorCode): AppErrorParams {
  if (errorCode === 'wallet.month-used-up') return tooFewMinutes().params;
  return errorCode === 'media.too-long' ? { limit: settings.maxFileMs / 3_600_000 } : {};
}
