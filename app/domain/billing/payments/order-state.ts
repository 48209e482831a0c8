import type { PaymentMethod } from './payment-method';

/** 'pending': the checkout is complete and the payment is in transit, as with a boleto. */
export type OrderStatus = 'open' | 'pending' | 'paid' | 'expired' | 'failed';

/**
 * What a buyer reads. 'overdue': a boleto or Pix code that can no longer be paid; 'expired': a payment page whose
 * time ran out; 'canceled': given up by its buyer, for a newer order, or with its bill.
 */
export type OrderState = 'paid' | 'open' | 'awaiting' | 'overdue' | 'declined' | 'expired' | 'canceled';

/** How long a payment page can be used, as Stripe closes it. */
const CHECKOUT_LIFETIME_MS = 24 * 3_600_000;

export interface OrderFacts {
  status: OrderStatus;
  /** A bill stays payable until it is void; without one, the checkout must be completed in time. */
  invoiceId: string | null;
  paymentMethod: PaymentMethod | null;
  voucherDueAt: Date | null;
  canceledAt: Date | null;
  createdAt: Date;
}

export function orderStateOf(order: OrderFacts, now: Date): OrderState {
  const { status, invoiceId, paymentMethod, voucherDueAt, canceledAt, createdAt } = order;
  const isBilled = invoiceId !== null;
  const ended = isBilled || canceledAt ? 'canceled' : 'expired';
  switch (status) {
    case 'paid':
      return 'paid';
    case 'open':
      return isBilled || now.getTime() < createdAt.getTime() + CHECKOUT_LIFETIME_MS ? 'open' : ended;
    case 'pending':
      return voucherDueAt && voucherDueAt <= now ? 'overdue' : 'awaiting';
    case 'failed':
      return paymentMethod === 'boleto' || paymentMethod === 'pix' ? 'overdue' : 'declined';
    case 'expired':
      return ended;
  }
}
