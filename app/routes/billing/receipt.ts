import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { orTextError } from '@/app/http/forms/text-error.server';
import { publicIdOf } from '@/app/http/params';
import { requireSales } from '@/app/http/session/sales.server';
import { requireUser } from '@/app/http/session/session.server';
import { findReceipt } from '@/app/services/billing/payments/find-receipt.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  requireSales();
  const user = await requireUser(request);
  const address = await orTextError(request, findReceipt(user.id, publicIdOf(params)));
  return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } });
}
