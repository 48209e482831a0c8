import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TestPortalPage } from '@/app/components/billing/TestPortalPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { testPortalForms } from '@/app/domain/billing/payments/test-checkout-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { requireSales } from '@/app/http/session/sales.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import {
  listTestSubscriptions,
  setTestSubscriptionRenewal,
  type TestBuyer,
} from '@/app/services/billing/payments/test-checkout.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSales();
  const { publicId: userId } = await requireUser(request);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  const subscriptions = await orNotFound(listTestSubscriptions(buyer));
  return {
    subscriptions: subscriptions.map(({ orderId, name, cancelsAt }) => ({
      orderId,
      name,
      cancelsAt: cancelsAt === null ? null : new Date(cancelsAt),
    })),
  };
}

export const handle = pageTitle('billing', 'test.portal');

async function asBuyer({ request, context }: ActionFunctionArgs) {
  requireSales();
  const { publicId: userId } = await requireOwner(request);
  return { userId, isDirect: Boolean(context.isDirect) };
}

export const action = formAction(
  onIntent(asBuyer, {
    end: [testPortalForms.end, ({ order }, buyer) => setRenewal(buyer, order, false)],
    resume: [testPortalForms.resume, ({ order }, buyer) => setRenewal(buyer, order, true)],
  }),
);

async function setRenewal(buyer: TestBuyer, orderId: string, goesOn: boolean) {
  await setTestSubscriptionRenewal(buyer, orderId, goesOn);
  return redirectWithToast('/test-checkout', { key: 'toast.saved', kind: 'success' });
}

export default function TestPortalRoute() {
  return <TestPortalPage {...useLoaderData<typeof loader>()} />;
}
