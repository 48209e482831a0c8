import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { AppError } from '@/app/domain/errors';
import { User } from '@/models/user.server';
import { isOnTrial } from '../billing/wallet/is-on-trial.server';

/** Limits of one upload, and whether the shorter trial limit applies. */
export async function readUploadLimits(userId: number, transaction: Transaction | null = null) {
  const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
  return uploadLimitsOf(await isOnTrial(user, transaction));
}

/** Of an account of which it is known whether it is on trial. */
export function uploadLimitsOf(isTrial: boolean) {
  return { maxFileBytes: settings.maxFileBytes, maxFileMs: settings.maxFileMs, isTrial };
}

/** @throws AppError 'media.too-long' (params: limit in hours), 'wallet.trial-file-too-long' (hours to buy) */
export async function assertDurationAllowed(
  user: User,
  { durationMs, availableMs }: { durationMs: number; availableMs: number },
  transaction: Transaction,
): Promise<void> {
  if (durationMs > settings.maxFileMs) {
    throw new AppError('media.too-long', { limit: settings.maxFileMs / 3_600_000 });
  }
  if (durationMs <= TRIAL_FILE_MS) return;
  if (await isOnTrial(user, transaction)) {
    throw new AppError('wallet.trial-file-too-long', { hours: hoursToBuy(durationMs, availableMs) });
  }
}
