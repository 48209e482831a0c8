import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { requireProvider, startOAuth } from '@/app/http/identity.server';
import { requireGuest } from '@/app/http/session.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request, params }) => {
  const provider = requireProvider(params.provider);
  await requireGuest(request);
  return startOAuth(provider, request);
});
