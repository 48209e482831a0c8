import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError } from '@remix-run/react';
import { ErrorPage } from '@/app/components/errors/ErrorPage';
import { AppShell } from '@/app/components/shell/AppShell';
import { PublicShell } from '@/app/components/shell/PublicShell';
import { requireUser } from '@/app/http/session.server';
import { takeToast } from '@/app/http/toast.server';
import { readBalance } from '@/app/services/wallet/read-balance.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { toast, headers } = await takeToast(request);
  return data({ userName: user.name, balanceMs: await readBalance(user.id), toast }, { headers });
}

export default function AppLayout() {
  const frame = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <AppShell {...frame} currentPath={pathname}>
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <PublicShell>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} homeHref="/transcriptions" />
    </PublicShell>
  );
}
