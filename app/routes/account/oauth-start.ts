import { redirect } from '@remix-run/node';
import { providerSchema } from '@/app/domain/account/sign-in-forms';
import { bareAction, readForm } from '@/app/http/forms/form.server';
import { requireProvider, startOAuth } from '@/app/http/oauth/oauth.server';
import { requireGuest } from '@/app/http/session/session.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request, params }) => {
  const provider = requireProvider(params.provider);
  await requireGuest(request);
  return startOAuth(provider, request, await readForm(request, providerSchema));
});
