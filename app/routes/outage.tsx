import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { outageAnswer } from '@/app/http/outage.server';

/** What stands at every address while the database is away, as the page of its status; at its own only then. */
export async function loader({ context }: LoaderFunctionArgs) {
  throw context.isOutage ? outageAnswer() : redirect('/');
}

export default function Outage() {
  return null;
}
