import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WalletPage } from '@/app/components/wallet/WalletPage';
import { MOVEMENTS_PER_PAGE, movementsPager, readMovementsPage } from '@/app/domain/wallet/movements-query';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { listMovements } from '@/app/services/wallet/list-movements.server';
import { readBalances } from '@/app/services/wallet/read-balances.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const page = readMovementsPage(new URL(request.url).searchParams);
  const { movements, count } = await listMovements(user.id, { page, limit: MOVEMENTS_PER_PAGE });
  return {
    title: await titleOf(request, 'wallet', 'title'),
    balances: await readBalances(user.id),
    movements: movements.map((movement) => ({ ...movement, createdAt: movement.createdAt.toISOString() })),
    pager: movementsPager(page, count),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function Wallet() {
  return <WalletPage {...useLoaderData<typeof loader>()} />;
}
