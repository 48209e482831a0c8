import { redirect } from '@remix-run/node';
import { translator } from '@/app/i18n/texts.server';
import { toastCookie } from '../headers/cookies.server';
import { languageOf } from '../headers/language.server';

/** A message shown once on the next page; `key` is of common.json, or of the texts of `area`. */
export interface Toast {
  area?: string;
  key: string;
  params?: Record<string, string | number>;
  kind: 'success' | 'info' | 'warning' | 'error';
}

/** Status 303, so that reloading repeats no post; 302 for a page that was requested by GET. */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  cookies: string[] = [],
  status: 302 | 303 = 303,
): Promise<Response> {
  const headers = new Headers();
  for (const cookie of [...cookies, await toastCookie.serialize(toast)]) headers.append('Set-Cookie', cookie);
  return redirect(to, { status, headers });
}

export async function consumeToast(
  request: Request,
): Promise<{ toast: { kind: Toast['kind']; text: string } | null; headers: Record<string, string> }> {
  const pending = (await toastCookie.parse(request.headers.get('Cookie'))) as Toast | null;
  if (!pending) return { toast: null, headers: {} };
  const { area = 'common', key, params = {}, kind } = pending;
  const t = translator(await languageOf(request), area);
  return {
    toast: { kind, text: t(key, params) },
    headers: { 'Set-Cookie': await toastCookie.serialize('', { maxAge: 0 }) },
  };
}
