import { redirect } from '@remix-run/node';
import { languageSchema } from '@/app/domain/account/forms';
import { languageCookie } from '@/app/http/cookies.server';
import { bareAction, readForm } from '@/app/http/form.server';
import { localReferer } from '@/app/http/own-path';
import { currentUser } from '@/app/http/session.server';
import { chooseLanguage } from '@/app/services/account/update-profile.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }) => {
  const { lang } = await readForm(request, languageSchema);
  const user = await currentUser(request);
  // During impersonation the language changes in this browser only, not in the user's account.
  if (user && !user.actingAdmin) await chooseLanguage(user.id, lang);
  return redirect(localReferer(request), {
    status: 303,
    headers: { 'Set-Cookie': await languageCookie.serialize(lang) },
  });
});
