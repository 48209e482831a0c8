import { redirect } from '@remix-run/node';
import { type ConfirmedOrder, confirmOrder } from '@/app/services/billing/payments/confirm-order.server';
import { redirectWithToast, type Toast } from '../forms/toast.server';

/**
 * Answers `?success=true&order=…` and `?canceled=true` of a checkout with what is true of the order; the query
 * leaves the address. @throws the redirect to the wallet
 */
export async function handleCheckoutReturn(request: Request, userId: number): Promise<void> {
  const { searchParams } = new URL(request.url);
  if (searchParams.get('success') === 'true') {
    const order = await confirmOrder(userId, searchParams.get('order') ?? '');
    if (!order) throw redirect('/wallet', 302);
    throw await redirectWithToast('/wallet', toastOf(order), [], 302);
  }
  if (searchParams.get('canceled') === 'true') throw await redirectWithToast('/wallet', CANCELED, [], 302);
}

const toast = (key: string, kind: Toast['kind']): Toast => ({ area: 'billing', key, kind });

const CANCELED = toast('toast.canceled', 'info');
const TOASTS: Record<ConfirmedOrder['state'], Toast> = {
  paid: toast('toast.paid', 'success'),
  awaiting: toast('toast.pending', 'info'),
  open: toast('toast.unfinished', 'info'),
  overdue: toast('toast.overdue', 'error'),
  declined: toast('toast.failed', 'error'),
  expired: toast('toast.expired', 'info'),
  canceled: CANCELED,
};
const UNKNOWN = toast('toast.unknown', 'info');

const toastOf = ({ state, isCurrent }: ConfirmedOrder): Toast => (isCurrent ? TOASTS[state] : UNKNOWN);
