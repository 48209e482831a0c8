import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { orRefusal } from '@/app/http/refusal.server';
import { requireUser } from '@/app/http/session.server';
import { findReceipt } from '@/app/services/checkout/find-receipt.server';

/** The receipt of one's own payment, where the payment company keeps it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const address = await orRefusal(request, findReceipt(user.id, params.crypto!));
  return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } });
}
