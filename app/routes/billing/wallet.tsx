import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { WalletPage } from '@/app/components/billing/WalletPage';
import { hoursSchema, portalSchema, subscriptionSchema } from '@/app/domain/billing/payments/forms';
import { ROWS_PER_PAGE, readWalletQuery, walletPager } from '@/app/domain/billing/wallet/wallet-query';
import { formAction, formHeaders, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { languageOf } from '@/app/http/headers/language.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import { handleCheckoutReturn } from '@/app/http/views/checkout-return.server';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { describeSale } from '@/app/services/billing/payments/describe-sale.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { openPortal } from '@/app/services/billing/payments/open-portal.server';
import { startPurchase, startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { listMovements } from '@/app/services/billing/wallet/list-movements.server';
import { readBalances } from '@/app/services/billing/wallet/read-balances.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await handleCheckoutReturn(request, user.id);
  const shown = readWalletQuery(new URL(request.url).searchParams);
  const { orders, count } = await listOrders(user.id, { page: shown.page, limit: ROWS_PER_PAGE });
  const moved = await listMovements(user.id, { page: shown.movements, limit: ROWS_PER_PAGE });
  const plan = await describePlan(user.id);
  return {
    title: await titleOf(request, 'billing', 'title'),
    submissionId: newSubmissionId(),
    shown,
    sale: describeSale(),
    balances: await readBalances(user.id),
    plan: plan && {
      ...plan,
      cancelsAt: plan.cancelsAt?.toISOString() ?? null,
      monthEnd: plan.monthEnd?.toISOString() ?? null,
    },
    orders: orders.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() })),
    orderPager: walletPager(shown, 'page', count),
    movements: moved.movements.map((movement) => ({
      ...movement,
      createdAt: movement.createdAt.toISOString(),
    })),
    movementPager: walletPager(shown, 'movements', moved.count),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const { id: userId } = await requireOwner(request);
  const form = await readIntent(request, {
    hours: hoursSchema,
    subscription: subscriptionSchema,
    portal: portalSchema,
  });
  const language = await languageOf(request);
  const buyer = { userId, submissionId: form.submissionId, language, isDirect: Boolean(context.isDirect) };
  if (form.intent === 'hours') return redirect(await startPurchase(buyer, form.hours), 303);
  if (form.intent === 'subscription') return redirect(await startSubscription(buyer, form.price), 303);
  return redirect(await openPortal(buyer), 303);
});

export default function Wallet() {
  const problem = useActionData<typeof action>();
  return (
    <WalletPage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
