import type { ActionFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { signOut } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }: ActionFunctionArgs) =>
  redirectWithToast('/login', { key: 'toast.signedOut', kind: 'info' }, [await signOut(request)]),
);
