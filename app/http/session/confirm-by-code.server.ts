import type { ActionFunctionArgs } from '@remix-run/node';
import { codeSchema } from '@/app/domain/account/sign-in-forms';
import { AppError } from '@/app/domain/errors';
import { plainSchema } from '@/app/domain/form-fields';
import { readChallenge } from '@/app/services/account/read-challenge.server';
import { type OwnPurpose, requestCode, resendCode } from '@/app/services/account/request-code.server';
import { onIntent } from '../forms/form.server';
import { redirectWithToast } from '../forms/toast.server';
import { languageOf } from '../headers/language.server';
import { asOwner, type OwnerContext } from './action-context.server';
import { requesterOf } from './browser.server';
import {
  challengesOf,
  clearChallengeCookie,
  readPendingChallenge,
  redirectToCodePage,
  requirePendingChallenge,
  requireUserChallenge,
} from './challenge.server';
import { requireUser } from './session.server';

/** An action confirmed by an e-mailed code, which one page requests and the next one takes. */
interface ConfirmedAction {
  purpose: OwnPurpose;
  /** Path of the page that requests the code; the page that takes it is at `/code` below. */
  page: string;
}

/** First step of an e-mail change; the code goes to the present address. */
export const PROVE_EMAIL: ConfirmedAction = { purpose: 'prove-email', page: '/account/email' };
/** Second step, on the same pages; the code goes to the new address. */
export const CHANGE_EMAIL: ConfirmedAction = { purpose: 'change-email', page: '/account/email' };
export const END_SESSIONS: ConfirmedAction = { purpose: 'end-sessions', page: '/account/sessions' };
export const ADD_PASSKEY: ConfirmedAction = { purpose: 'add-passkey', page: '/account/passkeys' };
export const REMOVE_PASSKEY: ConfirmedAction = { purpose: 'remove-passkey', page: '/account/passkeys' };
export const RENEW_RECOVERY_CODES: ConfirmedAction = {
  purpose: 'recovery-codes',
  page: '/account/passkeys',
};
export const DELETE_ACCOUNT: ConfirmedAction = { purpose: 'delete-account', page: '/account/delete' };

export async function readCodeRequestPage(request: Request) {
  const user = await requireUser(request);
  return { email: user.email, isOwner: !user.impersonator };
}

interface CodeRequest {
  submissionId: string;
  /** Recipient of the code; by default the user's own address. */
  email?: string;
  newEmail?: string;
  search?: string;
}

/**
 * E-mails the code for a confirmed action, and redirects to the page that takes it. Asked for again before one
 * may be resent, the code already mailed to this browser serves.
 */
export async function mailConfirmationCode(
  { request, context, user }: OwnerContext,
  { purpose, page }: ConfirmedAction,
  { submissionId, email = user.email, newEmail, search = '' }: CodeRequest,
): Promise<Response> {
  const addressee = { purpose, email, userId: user.id };
  const challenge =
    (await justMailed(request, addressee)) ??
    (await requestCode({
      ...addressee,
      submissionId,
      ...(await requesterOf({ request, context }, user.sessionId)),
      language: await languageOf(request),
    }));
  return redirectToCodePage(request, challenge, `${page}/code${search}`, newEmail);
}

async function justMailed(
  request: Request,
  { purpose, email, userId }: { purpose: OwnPurpose; email: string; userId: number },
): Promise<string | null> {
  const pending = await readPendingChallenge(request);
  const earlier = pending && (await readChallenge(pending.publicId, { purpose, userId }));
  const serves = earlier && earlier.email === email && earlier.isOpen && earlier.resendInSeconds > 0;
  return serves ? pending.publicId : null;
}

/** Handles an AppError after the first code is used up: redirects to the first page with the reason. */
export const redirectToStart =
  (page: string, clearedChallenge: string) =>
  (error: unknown): Promise<Response> => {
    if (!(error instanceof AppError)) throw error;
    const { code, params } = error;
    return redirectWithToast(page, { area: 'errors', key: code, params, kind: 'error' }, [clearedChallenge]);
  };

export async function pendingEmailStep(request: Request): Promise<ConfirmedAction> {
  const user = await requireUser(request);
  const pending = await readPendingChallenge(request);
  const scope = { purpose: [PROVE_EMAIL.purpose], userId: user.id };
  const isToProve = pending && (await readChallenge(pending.publicId, scope));
  return isToProve ? PROVE_EMAIL : CHANGE_EMAIL;
}

export async function readCodePage(request: Request, confirmed: ConfirmedAction) {
  const user = await requireUser(request);
  const page = await readCodeRequestPage(request);
  const scope = { purpose: confirmed.purpose, userId: user.id };
  const challenge = page.isOwner ? await requireUserChallenge(request, scope, confirmed.page) : null;
  return {
    ...page,
    resendInSeconds: challenge?.resendInSeconds ?? 0,
    email: challenge?.email ?? user.email,
  };
}

interface CodeConfirmation {
  challengeIds: string[];
  submissionId: string;
  code: string;
  newEmail?: string | undefined;
}

type ConfirmingOwner = OwnerContext & { clearedChallenge: string };

/** Sends the code again, or runs `act` with the typed code, which must answer with `clearedChallenge`. */
export function confirmByCode<Answer>(
  { purpose, page }: ConfirmedAction,
  act: (confirmed: CodeConfirmation, owner: ConfirmingOwner) => Promise<Answer>,
) {
  const asChallenged = async (args: ActionFunctionArgs) => {
    const owner = await asOwner(args);
    return { owner, pending: await requirePendingChallenge(args.request, page) };
  };
  return onIntent(asChallenged, {
    verify: [
      codeSchema,
      async (form, { owner, pending }) =>
        act(
          { challengeIds: challengesOf(pending), newEmail: pending.newEmail, ...form },
          { ...owner, clearedChallenge: await clearChallengeCookie() },
        ),
    ],
    resend: [
      plainSchema,
      async ({ submissionId }, { owner: { request, context, user }, pending }) => {
        const asked = { ...(await requesterOf({ request, context }, user.sessionId)), submissionId };
        const challenge = await resendCode(pending.publicId, asked, { purpose, userId: user.id });
        const { search } = new URL(request.url);
        return redirectToCodePage(request, challenge, `${page}/code${search}`, pending.newEmail);
      },
    ],
  });
}
