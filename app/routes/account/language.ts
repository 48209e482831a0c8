import { redirect } from '@remix-run/node';
import { languageSchema } from '@/app/domain/account/sign-in-forms';
import { bareAction, readForm } from '@/app/http/forms/form.server';
import { languageCookie } from '@/app/http/headers/cookies.server';
import { localReferer } from '@/app/http/headers/local-path';
import { currentUser } from '@/app/http/session/session.server';
import { chooseLanguage } from '@/app/services/account/profile.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }) => {
  const { lang } = await readForm(request, languageSchema);
  const user = await currentUser(request);
  // During impersonation the language changes in this browser only, not in the user's account.
  if (user && !user.impersonator) await chooseLanguage(user.id, lang);
  return redirect(localReferer(request), {
    status: 303,
    headers: { 'Set-Cookie': await languageCookie.serialize(lang) },
  });
});
