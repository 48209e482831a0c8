import { redirect } from '@remix-run/node';
import { isIdentityProvider } from '@/app/domain/account/identity-provider';
import { bareAction } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { currentUser, signOut } from '@/app/http/session/session.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }) => {
  const method = (await currentUser(request))?.loginMethod;
  // A user who signed in with an identity provider is offered to sign out there too.
  const login = isIdentityProvider(method) ? `/login?left=${method}` : '/login';
  return redirectWithToast(login, { key: 'toast.signedOut', kind: 'info' }, await signOut(request));
});
