import { confirmOrder } from '@/app/services/checkout/confirm-order.server';
import { redirectWithToast, type Toast } from './toast.server';

/**
 * Greets who comes back from a checkout, at the address without the flag that says so; throws that redirect.
 * Who comes any other way is let through.
 */
export async function checkoutReturn(request: Request, userId: number): Promise<void> {
  const { searchParams } = new URL(request.url);
  const toast =
    searchParams.get('success') === 'true'
      ? await thanks(userId, searchParams.get('order'))
      : searchParams.get('canceled') === 'true'
        ? CANCELED
        : null;
  if (toast) throw await redirectWithToast('/wallet', toast, [], 302);
}

const PAID: Toast = { area: 'wallet', key: 'toast.paid', kind: 'success' };
const ON_ITS_WAY: Toast = { area: 'wallet', key: 'toast.pending', kind: 'info' };
const CANCELED: Toast = { area: 'wallet', key: 'toast.canceled', kind: 'info' };

/** A boleto is agreed on long before it is paid. */
async function thanks(userId: number, order: string | null): Promise<Toast> {
  return order && (await confirmOrder(userId, order)) === 'pending' ? ON_ITS_WAY : PAID;
}
