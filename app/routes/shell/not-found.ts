import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { currentUser } from '@/app/http/session/session.server';

/** Redirects any other path to '/' (specification: screens and routes). */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect((await currentUser(request)) ? '/dashboard' : '/login');
}
