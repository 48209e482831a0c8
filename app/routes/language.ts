import { redirect } from '@remix-run/node';
import { languageSchema } from '@/app/domain/account/forms';
import { languageCookie } from '@/app/http/cookies.server';
import { bareAction, readForm } from '@/app/http/form.server';
import { ownPath } from '@/app/http/own-path';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }) => {
  const { lang } = await readForm(request, languageSchema);
  const { pathname, search } = new URL(request.headers.get('Referer') ?? '/', request.url);
  return redirect(ownPath(pathname + search), {
    status: 303,
    headers: { 'Set-Cookie': await languageCookie.serialize(lang) },
  });
});
