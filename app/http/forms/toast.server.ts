import { redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
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

/** For pages that are requested by GET: what was asked, or a redirect that shows its error. @throws other errors */
export async function orErrorToast(to: string, asked: Promise<Response>): Promise<Response> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code: key, params } = error;
    return redirectWithToast(to, { area: 'errors', key, params, kind: 'error' }, [], 302);
  }
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
