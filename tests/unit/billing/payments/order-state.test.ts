import { describe, expect, it } from 'vitest';
import { type OrderFacts, type OrderState, orderStateOf } from '@/app/domain/billing/payments/order-state';

const now = new Date('2026-11-25T12:00:00Z');
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const begun: OrderFacts = {
  status: 'open',
  invoiceId: null,
  paymentMethod: null,
  voucherDueAt: null,
  canceledAt: null,
  createdAt: hoursFromNow(-1),
};
const left = { createdAt: hoursFromNow(-24) };
const boleto = { paymentMethod: 'boleto', voucherDueAt: hoursFromNow(48) } as const;

describe('the state of an order', () => {
  it.each<[string, Partial<OrderFacts>, OrderState]>([
    ['paid', { status: 'paid', ...boleto }, 'paid'],
    ['not completed', {}, 'open'],
    ['left for a day', { createdAt: hoursFromNow(-24) }, 'expired'],
    ['a bill that is open for long', { invoiceId: 'in_1', createdAt: hoursFromNow(-100) }, 'open'],
    ['a boleto that can be paid', { status: 'pending', ...boleto }, 'awaiting'],
    ['a payment in transit', { status: 'pending' }, 'awaiting'],
    ['a boleto past its date', { status: 'pending', ...boleto, voucherDueAt: now }, 'overdue'],
    ['a boleto that was never paid', { status: 'failed', paymentMethod: 'boleto' }, 'overdue'],
    ['a Pix code that was never paid', { status: 'failed', paymentMethod: 'pix' }, 'overdue'],
    ['a declined card', { status: 'failed', paymentMethod: 'card' }, 'declined'],
    ['a checkout whose time ran out', { status: 'expired' }, 'expired'],
    ['a checkout that was given up', { status: 'expired', canceledAt: hoursFromNow(-1) }, 'canceled'],
    ['one that was given up and never closed', { ...left, canceledAt: hoursFromNow(-30) }, 'canceled'],
    ['one that can be paid though it was given up', { canceledAt: hoursFromNow(-1) }, 'open'],
    ['one that was paid though it was given up', { status: 'paid', canceledAt: now }, 'paid'],
    ['a void bill', { status: 'expired', invoiceId: 'in_1' }, 'canceled'],
  ])('%s', (_what, facts, state) => {
    expect(orderStateOf({ ...begun, ...facts }, now)).toBe(state);
  });
});
