import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { beginLink } from '@/app/services/calendar/link/begin-link.server';
import { finishLink } from '@/app/services/calendar/link/finish-link.server';
import { redirectWithToast, type Toast } from '../forms/toast.server';
import { calendarLinkCookie } from '../headers/cookies.server';

const PAGE = '/calendar';
const MAX_CODE_LENGTH = 2_048;

const pendingLinkSchema = z.object({
  state: z.string(),
  /** PKCE (RFC 7636). */
  codeVerifier: z.string(),
  /** The browser's session at the start: nobody else may end what it began. */
  sessionId: z.int(),
});

type PendingLink = z.output<typeof pendingLinkSchema>;

/** Redirects to the page of consent, which redirects back to finishCalendarLink. */
export async function startCalendarLink(request: Request, user: SignedInUser): Promise<Response> {
  if (user.impersonator) return sayOwnerOnly();
  // The callback has one hostname, so the cookie must be set under that hostname.
  const { hostname } = new URL(request.url);
  if (settings.isLocal && hostname !== new URL(settings.publicUrl).hostname) {
    return redirect(settings.publicUrl + PAGE);
  }
  const attempt = beginLink(user.email);
  if (!attempt) return redirect(PAGE);
  const { href, state, codeVerifier } = attempt;
  const pending: PendingLink = { state, codeVerifier, sessionId: user.sessionId };
  return redirect(href, { headers: { 'Set-Cookie': await calendarLinkCookie.serialize(pending) } });
}

/** Links the calendar, or says why not. What was begun ends once. */
export async function finishCalendarLink(request: Request, user: SignedInUser): Promise<Response> {
  if (user.impersonator) return sayOwnerOnly();
  const cookie: unknown = await calendarLinkCookie.parse(request.headers.get('Cookie'));
  const { data: pending } = pendingLinkSchema.safeParse(cookie);
  const toast = await linkWith(new URL(request.url).searchParams, user, pending).catch(toToast);
  return redirectWithToast(PAGE, toast, [await calendarLinkCookie.serialize('', { maxAge: 0 })], 302);
}

async function linkWith(
  answer: URLSearchParams,
  { id, sessionId }: SignedInUser,
  pending: PendingLink | undefined,
): Promise<Toast> {
  const isOurs = pending?.state === answer.get('state') && pending?.sessionId === sessionId;
  if (!pending || !isOurs) return saying('link.stale', 'warning');
  if (answer.has('error')) return saying('link.denied', 'warning');
  const code = answer.get('code') ?? '';
  if (code === '' || code.length > MAX_CODE_LENGTH) return saying('link.refused', 'error');
  const outcome = await finishLink(id, { code, codeVerifier: pending.codeVerifier });
  if (outcome === 'scope') return saying('link.scope', 'error');
  if (outcome === 'refused') return saying('link.refused', 'error');
  return saying('link.linked', 'success');
}

const saying = (key: string, kind: Toast['kind']): Toast => ({ area: 'calendar', key, kind });

function toToast(error: unknown): Toast {
  if (!(error instanceof AppError)) throw error;
  return { area: 'errors', key: error.code, params: error.params, kind: 'error' };
}

const sayOwnerOnly = () =>
  redirectWithToast(PAGE, { area: 'errors', key: 'account.owner-only', kind: 'error' }, [], 302);
