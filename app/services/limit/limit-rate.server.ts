import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { RateLimit } from '@/models/rate-limit.server';

/** How often something may happen in a window of time, which begins with its first time. */
export interface Rate {
  most: number;
  windowMs: number;
}

/**
 * Counts one more time of something, unless it happened too often already. Others who count the same wait
 * until the transaction ends, so that the count is still true when they write.
 * @param scope what for whom, such as `support:203.0.113.7`; kept as a hash
 * @returns seconds until it may happen again; 0 when it was counted
 */
export async function limitRate(
  scope: string,
  { most, windowMs }: Rate,
  transaction: Transaction,
): Promise<number> {
  const hash = keyedHash('rate', scope);
  const now = Date.now();
  await RateLimit.bulkCreate([{ scope: hash, hits: 0, endsAt: new Date(now + windowMs) }], {
    updateOnDuplicate: ['scope'],
    conflictAttributes: ['scope'],
    transaction,
  });
  const limit = await RateLimit.findOne({ where: { scope: hash }, rejectOnEmpty: true, transaction });
  const isOver = limit.endsAt.getTime() <= now;
  if (!isOver && limit.hits >= most) return Math.ceil((limit.endsAt.getTime() - now) / 1000);
  const window = isOver ? { hits: 1, endsAt: new Date(now + windowMs) } : { hits: limit.hits + 1 };
  await limit.update(window, { transaction });
  return 0;
}
