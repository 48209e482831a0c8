import { z } from 'zod';
import {
  balanceSchema,
  createSessionSchema,
  invoiceOf,
  invoiceSchema,
  PRODUCTS,
  planNameOf,
  productSchema,
  subscribeSchema,
} from '@/app/domain/api/wallet';
import { planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { type Call, operation } from '@/app/http/api/operation';
import { ownAddress } from '@/app/http/api/own-address.server';
import { assertOwnCrypto, assertOwner } from '@/app/http/api/require-owner';
import type { ApiCaller } from '@/app/services/api/api-user.server';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { openPortal } from '@/app/services/billing/payments/open-portal.server';
import { startPurchase, startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';

const tag = 'wallet';
const address = z.object({ url: z.url() });

/** Who buys. @throws AppError 'account.owner-only' */
function buyerOf({ caller, request, context, language }: Call<unknown, unknown> & { caller: ApiCaller }) {
  assertOwner(caller);
  return {
    userId: caller.user.id,
    submissionId: submissionIdOf(request),
    language,
    isDirect: context.isDirect,
  };
}

export const wallet = [
  operation({
    ...{ id: 'walletBalance', method: 'GET', path: '/wallet/balance', tag, access: 'read' },
    isOfSales: true,
    answer: balanceSchema,
    handle: async ({ caller: { user } }) => {
      const { trial, subscription, bought } = await readBalances(user.id);
      return { funds: trial + bought, subscription_funds: subscription };
    },
  }),

  operation({
    ...{ id: 'activePlan', method: 'GET', path: '/checkout/active-plan', tag, access: 'read' },
    isOfSales: true,
    answer: z.object({ plan: z.string() }),
    handle: async ({ caller: { user } }) => ({ plan: planNameOf((await describePlan(user.id))?.priceId) }),
  }),

  operation({
    ...{
      id: 'consumptionRule',
      method: 'GET',
      path: '/checkout/consumption-rule',
      tag: 'account',
      access: 'read',
    },
    answer: z.object({ consumptionRule: z.enum(['SUBSCRIPTION', 'TRIAL']) }),
    handle: async ({ caller: { user } }) => ({ consumptionRule: user.consumptionRule }),
  }),

  operation({
    ...{ id: 'orders', method: 'GET', path: '/checkout/orders', tag, access: 'read' },
    isOfSales: true,
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(5),
    }),
    answer: z.object({ rows: z.array(invoiceSchema), count: z.int().min(0) }),
    handle: async ({ caller: { user }, query }) => {
      const { orders, count } = await listOrders(user.id, query);
      return { rows: orders.map(invoiceOf), count };
    },
  }),

  operation({
    ...{ id: 'products', method: 'GET', path: '/checkout/products', tag, access: 'read' },
    isOfSales: true,
    answer: z.object({ products: z.array(productSchema) }),
    handle: async () => ({ products: PRODUCTS }),
  }),

  operation({
    ...{ id: 'portal', method: 'GET', path: '/checkout/portal', tag, access: 'billing' },
    isOfSales: true,
    query: z.object({ userCrypto: z.string().max(64) }),
    example: { query: { userCrypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } },
    answer: address,
    errors: ['api.own-only', 'account.owner-only', 'checkout.not-subscribed', 'checkout.failed'],
    handle: async (call) => {
      assertOwnCrypto(call.caller, call.query.userCrypto);
      return { url: ownAddress(await openPortal(buyerOf(call))) };
    },
  }),

  operation({
    ...{ id: 'buyHours', method: 'POST', path: '/checkout/create-session', tag, access: 'billing' },
    isOfSales: true,
    status: 201,
    body: createSessionSchema,
    answer: address,
    errors: ['account.owner-only', 'checkout.failed', 'checkout.superseded'],
    example: { body: { productId: 'celeste_hour', quantity: 5 } },
    handle: async (call) => ({ url: ownAddress(await startPurchase(buyerOf(call), call.body.quantity)) }),
  }),

  operation({
    ...{ id: 'subscribe', method: 'POST', path: '/checkout/subscription', tag, access: 'billing' },
    isOfSales: true,
    status: 201,
    body: subscribeSchema,
    answer: address,
    errors: ['account.owner-only', 'checkout.already-subscribed', 'checkout.failed', 'checkout.superseded'],
    example: { body: { priceId: 'celeste_light_monthly', quantity: 1 } },
    handle: async (call) => ({
      url: ownAddress(await startSubscription(buyerOf(call), planPriceOf(call.body.priceId)!)),
    }),
  }),
];
