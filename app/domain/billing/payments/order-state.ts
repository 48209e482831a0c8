import type { PaymentMethod } from './payment-method';

/** 'pending': the checkout is complete and the payment is in transit, as with a boleto. */
export type OrderStatus = 'open' | 'pending' | 'paid' | 'expired' | 'failed';

/** What a buyer reads: 'overdue' is a boleto or Pix code that can no longer be paid. */
export type OrderState = 'paid' | 'open' | 'awaiting' | 'overdue' | 'declined' | 'canceled';

/** How long a payment page can be used, as Stripe closes it. */
const CHECKOUT_LIFETIME_MS = 24 * 3_600_000;

export interface OrderFacts {
  status: OrderStatus;
  /** It has a bill, which stays payable; without one, its checkout must be completed in time. */
  isBilled: boolean;
  paymentMethod: PaymentMethod | null;
  voucherDueAt: Date | null;
  createdAt: Date;
}

export function orderStateOf(order: OrderFacts, now: Date): OrderState {
  const { status, isBilled, paymentMethod, voucherDueAt, createdAt } = order;
  switch (status) {
    case 'paid':
      return 'paid';
    case 'open':
      return isBilled || now.getTime() < createdAt.getTime() + CHECKOUT_LIFETIME_MS ? 'open' : 'canceled';
    case 'pending':
      return voucherDueAt && voucherDueAt <= now ? 'overdue' : 'awaiting';
    case 'failed':
      return paymentMethod === 'boleto' || paymentMethod === 'pix' ? 'overdue' : 'declined';
    case 'expired':
      return 'canceled';
  }
}
