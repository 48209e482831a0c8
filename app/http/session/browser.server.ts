import { randomBytes } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { Browser } from '@/app/services/account/browser.server';
import type { CodeForm } from '@/app/services/account/request-code.server';
import { browserCookie, challengeCookie, deviceCookie } from '../headers/cookies.server';

/** The secret in the browser cookie; null before the browser has opened a login or sign-up page. */
async function browserSecretOf(request: Request): Promise<string | null> {
  return (await browserCookie.parse(request.headers.get('Cookie'))) as string | null;
}

/** The browser that sent a form. Without the cookie, each request counts as another browser. */
export async function browserOf({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const secret = (await browserSecretOf(request)) ?? newSecret();
  const userAgent = request.headers.get('User-Agent') ?? '';
  const device = await deviceOf(request);
  return { secret, address: String(context.address), device, userAgent } satisfies Browser;
}

/** Who requests a login code; `sessionId` is that of the signed-in user. */
export async function requesterOf(
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

/** The browser cookie to set when the request has none; empty otherwise. */
export async function newBrowserCookie(request: Request): Promise<string[]> {
  return (await browserSecretOf(request)) ? [] : [await browserCookie.serialize(newSecret())];
}

export async function browserHeaders(request: Request): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of await newBrowserCookie(request)) headers.append('Set-Cookie', cookie);
  return headers;
}

/** Cookies that delete the login challenge and the browser secret, set on sign-in and sign-out. */
export const clearSignInCookies = (): Promise<string[]> =>
  Promise.all([challengeCookie, browserCookie].map((cookie) => cookie.serialize('', { maxAge: 0 })));

const newSecret = () => randomBytes(32).toString('base64url');
