import { randomBytes } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { Browser } from '@/app/services/account/browser.server';
import type { CodeForm } from '@/app/services/account/request-code.server';
import { browserCookie, challengeCookie, deviceCookie } from './cookies.server';

/** What only this browser holds; null before it saw a page that begins a sign-in. */
async function browserSecretOf(request: Request): Promise<string | null> {
  return (await browserCookie.parse(request.headers.get('Cookie'))) as string | null;
}

/** The browser that a form comes from. One without a name passes for another one each time. */
export async function browserOf({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const secret = (await browserSecretOf(request)) ?? newSecret();
  const userAgent = request.headers.get('User-Agent') ?? '';
  const device = await deviceOf(request);
  return { secret, address: String(context.address), device, userAgent } satisfies Browser;
}

/** Who asks for a code by a form. @param sessionId of whoever is signed in */
export async function askerOf(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  sessionId: number | null = null,
): Promise<Omit<CodeForm, 'submissionId'>> {
  return {
    address: String(context.address),
    device: await deviceOf(request),
    browserSecret: await browserSecretOf(request),
    isDirect: Boolean(context.isDirect),
    sessionId,
  };
}

const deviceOf = async (request: Request) =>
  (await deviceCookie.parse(request.headers.get('Cookie'))) as string | null;

/** The cookie that tells a browser from others, for one that has none. */
export async function namedBrowser(request: Request): Promise<string[]> {
  return (await browserSecretOf(request)) ? [] : [await browserCookie.serialize(newSecret())];
}

/** As namedBrowser, for the pages where people begin to sign in. */
export async function browserHeaders(request: Request): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of await namedBrowser(request)) headers.append('Set-Cookie', cookie);
  return headers;
}

/** The cookies to set when a browser is signed in or leaves: nothing that it proved something with outlives that. */
export const forgetWayIn = (): Promise<string[]> =>
  Promise.all([challengeCookie, browserCookie].map((cookie) => cookie.serialize('', { maxAge: 0 })));

const newSecret = () => randomBytes(32).toString('base64url');
