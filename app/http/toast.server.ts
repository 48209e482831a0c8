import { redirect } from '@remix-run/node';
import { translator } from '@/app/i18n/texts.server';
import { toastCookie } from './cookies.server';
import { languageOf } from './language.server';

/** A message shown once on the next page; `key` names its text in locales common.json. */
export interface Toast {
  key: string;
  kind: 'success' | 'info' | 'warning' | 'error';
}

/** Answers 303 (a post is not repeated by reloading) and shows a message there. */
export async function redirectWithToast(to: string, toast: Toast, cookies: string[] = []): Promise<Response> {
  const headers = new Headers();
  for (const cookie of [...cookies, await toastCookie.serialize(toast)]) headers.append('Set-Cookie', cookie);
  return redirect(to, { status: 303, headers });
}

/** The message for this page, and the header that makes this the last time it is shown. */
export async function takeToast(
  request: Request,
): Promise<{ toast: { kind: Toast['kind']; text: string } | null; headers: Record<string, string> }> {
  const waiting = (await toastCookie.parse(request.headers.get('Cookie'))) as Toast | null;
  if (!waiting) return { toast: null, headers: {} };
  const t = translator(await languageOf(request), 'common');
  return {
    toast: { kind: waiting.kind, text: t(waiting.key) },
    headers: { 'Set-Cookie': await toastCookie.serialize('', { maxAge: 0 }) },
  };
}
