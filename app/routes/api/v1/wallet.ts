import { z } from 'zod';
import { pageOf, pageQuery } from '@/app/domain/api/v1/lists';
import { movement, walletBalance } from '@/app/domain/api/v1/wallet';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { operation } from '@/app/http/api/operation';
import { listMovementsByCursor } from '@/app/services/billing/wallet/list-movements.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';

const tag = 'v1.wallet';
const LIST = 'movements';

export const wallet = [
  operation({
    ...{ id: 'v1.wallet', method: 'GET', path: '/v1/wallet', tag, access: 'read' },
    isOfSales: true,
    answer: walletBalance,
    handle: async ({ caller: { user } }) => {
      const { trial, subscription, bought } = await readBalances(user.id);
      return { trial_ms: trial, subscription_ms: subscription, bought_ms: bought };
    },
  }),

  operation({
    ...{ id: 'v1.movements', method: 'GET', path: '/v1/wallet/movements', tag, access: 'read' },
    isOfSales: true,
    query: pageQuery,
    answer: pageOf(movement),
    errors: ['api.cursor-invalid'],
    handle: async ({ caller: { user }, query }) => {
      const userId = user.id;
      const below = placeOf({ userId, list: LIST, place: z.int() }, query.cursor);
      const { movements, next } = await listMovementsByCursor(userId, { below, limit: query.limit });
      return {
        data: movements.map(({ reason, title, amountMs, createdAt }) => ({
          ...{ reason, title, amount_ms: amountMs, created_at: createdAt.toISOString() },
        })),
        next_cursor: next === null ? null : cursorOf(userId, LIST, next),
      };
    },
  }),
];
