import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { outageResponse } from '@/app/http/server/outage.server';

/** The error page of a database outage, shown in place of every page; at its own URL redirects to '/'. */
export async function loader({ context }: LoaderFunctionArgs) {
  throw context.isOutage ? outageResponse() : redirect('/');
}

export default function Outage() {
  return null;
}
