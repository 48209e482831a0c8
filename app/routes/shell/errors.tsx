import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react';
import { ErrorPage } from '@/app/components/shell/ErrorPage';

/** Has no loader: Remix skips that of the boundary's route when an action throws, and the shell needs its own. */
export default function Errors() {
  return <Outlet />;
}

/** The error page of a page inside the shell, which keeps menu and balance. */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} homeHref="/dashboard" />;
}
