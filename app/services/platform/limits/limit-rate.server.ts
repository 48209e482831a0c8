import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { RateLimit } from '@/models/rate-limit.server';

/** A fixed-window rate limit; the window starts with the first hit. */
export interface Rate {
  most: number;
  windowMs: number;
}

/**
 * Counts one hit and returns 0, or the seconds until the next once the limit is reached. The row stays locked
 * until the transaction ends, so concurrent requests cannot exceed it. `scope` is stored as a hash.
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
