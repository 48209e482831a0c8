import {
  RECOVERY_LIMIT_PER_NETWORK,
  RECOVERY_LIMIT_PER_NETWORK_AND_ACCOUNT,
  RECOVERY_LIMIT_PER_WIDE_NETWORK,
} from '@/app/domain/account/recovery-code';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import { inTransaction } from '@/models/database.server';
import { limitRate, type Rate } from '../../platform/limits/limit-rate.server';

/**
 * Counts a try of a recovery code, right or wrong. Never by the account alone: strangers could keep its owner out,
 * and 80 random bits are not guessed however many networks try.
 * @throws AppError 'account.recovery-too-many-tries' (params: seconds)
 */
export async function limitRecoveryTries(email: string, address: string): Promise<void> {
  const { narrow, wide } = networksOf(address);
  const limits: [scope: string, rate: Rate][] = [
    ...(wide ? [[`network:${wide}`, RECOVERY_LIMIT_PER_WIDE_NETWORK] as [string, Rate]] : []),
    [`network:${narrow}`, RECOVERY_LIMIT_PER_NETWORK],
    [`pair:${narrow}:${email}`, RECOVERY_LIMIT_PER_NETWORK_AND_ACCOUNT],
  ];
  await inTransaction(async (transaction) => {
    for (const [scope, rate] of limits) {
      const seconds = await limitRate(`recovery ${scope}`, rate, transaction);
      if (seconds > 0) throw new AppError('account.recovery-too-many-tries', { seconds });
    }
  });
}
