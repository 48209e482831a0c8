import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TestCheckoutPage } from '@/app/components/billing/TestCheckoutPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { testCheckoutForms } from '@/app/domain/billing/payments/test-checkout-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireSales } from '@/app/http/session/sales.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import { closeTestCheckout, findTestCheckout } from '@/app/services/billing/payments/test-checkout.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireSales();
  const { publicId: userId } = await requireUser(request);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  const { name, quantity, amountCents, isSubscription, status } = await orNotFound(
    findTestCheckout(buyer, publicIdOf(params)),
  );
  return { checkout: { name, quantity, amountCents, isSubscription, status } };
}

export const handle = pageTitle('billing', 'test.title');

async function asBuyer({ request, params, context }: ActionFunctionArgs) {
  requireSales();
  const { publicId: userId } = await requireOwner(request);
  return { buyer: { userId, isDirect: Boolean(context.isDirect) }, orderId: publicIdOf(params) };
}

export const action = formAction(
  onIntent(asBuyer, {
    pay: [testCheckoutForms.pay, (_form, order) => closeOrder(order, 'paid')],
    cancel: [testCheckoutForms.cancel, (_form, order) => closeOrder(order, 'expired')],
  }),
);

async function closeOrder(
  { buyer, orderId }: Awaited<ReturnType<typeof asBuyer>>,
  status: 'paid' | 'expired',
) {
  return redirect(await closeTestCheckout(buyer, orderId, status), 303);
}

export default function TestCheckoutRoute() {
  return <TestCheckoutPage {...useLoaderData<typeof loader>()} />;
}
