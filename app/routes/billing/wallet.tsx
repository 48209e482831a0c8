import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WalletPage } from '@/app/components/billing/WalletPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { hoursSchema, portalSchema, subscriptionSchema } from '@/app/domain/billing/payments/forms';
import { ROWS_PER_PAGE, readWalletQuery, walletPager } from '@/app/domain/billing/wallet/wallet-query';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { languageOf } from '@/app/http/headers/language.server';
import { accountStateOf, isOnTrialIn } from '@/app/http/session/account-state.server';
import { requireSales } from '@/app/http/session/sales.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import { handleCheckoutReturn } from '@/app/http/views/checkout-return.server';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { describeSale } from '@/app/services/billing/payments/describe-sale.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { openPortal } from '@/app/services/billing/payments/open-portal.server';
import { startPurchase, startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { listMovements } from '@/app/services/billing/wallet/list-movements.server';

export async function loader({ request }: LoaderFunctionArgs) {
  requireSales();
  const user = await requireUser(request);
  await handleCheckoutReturn(request, user.id);
  const state = await accountStateOf(user);
  const shown = readWalletQuery(new URL(request.url).searchParams);
  const ordered = await listOrders(user.id, { page: shown.page, limit: ROWS_PER_PAGE });
  const moved = await listMovements(user.id, { page: shown.movements, limit: ROWS_PER_PAGE });
  return {
    shown,
    sale: await describeSale(),
    balances: state.balances,
    grantedMs: state.grantedMs,
    plan: state.hasSubscription ? await describePlan(user.id) : null,
    isFileLimited: isOnTrialIn(state, user),
    orders: ordered.orders,
    orderPager: walletPager(shown, 'page', ordered.count),
    movements: moved.movements,
    movementPager: walletPager(shown, 'movements', moved.count),
  };
}

export const handle = pageTitle('billing', 'title');

export const headers = formHeaders;

async function asBuyer({ request, context }: ActionFunctionArgs) {
  requireSales();
  const { id: userId } = await requireOwner(request);
  return { userId, language: await languageOf(request), isDirect: Boolean(context.isDirect) };
}

export const action = formAction(
  onIntent(asBuyer, {
    hours: [
      hoursSchema,
      async ({ submissionId, hours }, buyer) =>
        redirect(await startPurchase({ ...buyer, submissionId }, hours), 303),
    ],
    subscription: [
      subscriptionSchema,
      async ({ submissionId, price }, buyer) =>
        redirect(await startSubscription({ ...buyer, submissionId }, price), 303),
    ],
    portal: [portalSchema, async (_form, buyer) => redirect(await openPortal(buyer), 303)],
  }),
);

export default function Wallet() {
  return <WalletPage {...useLoaderData<typeof loader>()} />;
}
