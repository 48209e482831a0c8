import { z } from 'zod';
import { operation } from '@/app/http/api/operation';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';

export const wallet = [
  operation({
    id: 'walletBalance',
    method: 'GET',
    path: '/wallet/balance',
    tag: 'wallet',
    access: 'read',
    answer: z.object({ funds: z.int(), subscription_funds: z.int() }),
    handle: async ({ caller: { user } }) => {
      const { trial, subscription, bought } = await readBalances(user.id);
      return { funds: trial + bought, subscription_funds: subscription };
    },
  }),
];
