import { confirmOrder } from '@/app/services/billing/payments/confirm-order.server';
import { redirectWithToast, type Toast } from '../forms/toast.server';

/** Answers `?success=true` and `?canceled=true` of a checkout. @throws the redirect to the wallet */
export async function handleCheckoutReturn(request: Request, userId: number): Promise<void> {
  const { searchParams } = new URL(request.url);
  const toast =
    searchParams.get('success') === 'true'
      ? await paymentToast(userId, searchParams.get('order'))
      : searchParams.get('canceled') === 'true'
        ? CANCELED
        : null;
  if (toast) throw await redirectWithToast('/wallet', toast, [], 302);
}

const PAID: Toast = { area: 'billing', key: 'toast.paid', kind: 'success' };
const PENDING: Toast = { area: 'billing', key: 'toast.pending', kind: 'info' };
const CANCELED: Toast = { area: 'billing', key: 'toast.canceled', kind: 'info' };

/** A boleto is ordered long before it is paid: its order is still 'pending' on return. */
async function paymentToast(userId: number, order: string | null): Promise<Toast> {
  return order && (await confirmOrder(userId, order)) === 'pending' ? PENDING : PAID;
}
