import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { orTextError } from '@/app/http/refusal.server';
import { requireUser } from '@/app/http/session.server';
import { findReceipt } from '@/app/services/checkout/find-receipt.server';

/** Redirects to the payment provider's receipt of the user's own payment. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const address = await orTextError(request, findReceipt(user.id, params.crypto!));
  return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } });
}
