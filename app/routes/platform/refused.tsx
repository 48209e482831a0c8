import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ErrorPage } from '@/app/components/shell/ErrorPage';
import { errorTitle } from '@/app/components/shell/PageTitle';
import { PublicShell } from '@/app/components/shell/PublicShell';
import type { Rejection } from '@/app/http/server/load-context.server';

/** The error page of a rejected request, shown in its place; at its own URL redirects to '/'. */
export async function loader({ context }: LoaderFunctionArgs) {
  const refusal = context.refusal as Rejection | undefined;
  if (!refusal) throw redirect('/');
  const { status, retrySeconds } = refusal;
  const headers = new Headers();
  if (retrySeconds !== undefined) headers.set('Retry-After', String(retrySeconds));
  return data({ status }, { status, headers });
}

export const handle = errorTitle;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Refused() {
  const { status } = useLoaderData<typeof loader>();
  return (
    <PublicShell>
      <ErrorPage status={status} homeHref="/dashboard" />
    </PublicShell>
  );
}
