import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError } from '@remix-run/react';
import { OnboardingBanner } from '@/app/components/onboarding/OnboardingBanner';
import { AppShell } from '@/app/components/shell/AppShell';
import { ErrorPage } from '@/app/components/shell/ErrorPage';
import { PublicShell } from '@/app/components/shell/PublicShell';
import { consumeToast } from '@/app/http/forms/toast.server';
import { requireUser } from '@/app/http/session/session.server';
import { readFrame } from '@/app/http/views/frame.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { toast, headers } = await consumeToast(request);
  const isNew = user.onboardingStep !== '4' && !user.impersonator;
  return data({ ...(await readFrame(user)), isNew, toast }, { headers });
}

export default function AppLayout() {
  const { isNew, ...frame } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <AppShell {...frame} currentPath={pathname}>
      {isNew && pathname !== '/onboarding' && <OnboardingBanner />}
      <Outlet />
    </AppShell>
  );
}

/** Of the shell's own data, as in an outage; `errors.tsx` has that of the pages inside it. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <PublicShell>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} homeHref="/dashboard" />
    </PublicShell>
  );
}
