import type { PaymentReference } from '@/app/integrations/payments/port';
import type { OrderKind } from '@/models/order.server';

/** What a checkout is to the payment provider, by the kind of its order. */
export const checkoutReference = (kind: OrderKind, id: string): PaymentReference => ({
  kind: kind === 'hours' ? 'purchase' : 'checkout',
  id,
});
