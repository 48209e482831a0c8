import type { ActionFunctionArgs } from '@remix-run/node';
import { codeSchema } from '@/app/domain/account/sign-in-forms';
import { AppError } from '@/app/domain/errors';
import { plainSchema } from '@/app/domain/form-fields';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { readChallenge } from '@/app/services/account/read-challenge.server';
import { type OwnPurpose, requestCode, resendCode } from '@/app/services/account/request-code.server';
import { newSubmissionId, readIntent } from '../forms/form.server';
import { redirectWithToast } from '../forms/toast.server';
import { languageOf } from '../headers/language.server';
import { titleOf } from '../headers/page-title.server';
import { requesterOf } from './browser.server';
import {
  challengesOf,
  clearChallengeCookie,
  readPendingChallenge,
  redirectToCodePage,
  requirePendingChallenge,
  requireUserChallenge,
} from './challenge.server';
import { requireOwner, requireUser } from './session.server';

/**
 * An action confirmed by an e-mailed code, for the account owner only: one page requests the code, the next
 * one takes it.
 */
interface ConfirmedAction {
  purpose: OwnPurpose;
  /** Path of the page that requests the code; the page that takes it is at `/code` below. */
  page: string;
  /** Locale key of both pages' title. */
  title: string;
}

/** First step of an e-mail change; the code goes to the present address. */
export const PROVE_EMAIL: ConfirmedAction = {
  purpose: 'prove-email',
  page: '/account/email',
  title: 'email.title',
};

/** Second step, on the same pages; the code goes to the new address. */
export const CHANGE_EMAIL: ConfirmedAction = {
  purpose: 'change-email',
  page: '/account/email',
  title: 'email.title',
};

export const END_SESSIONS: ConfirmedAction = {
  purpose: 'end-sessions',
  page: '/account/sessions',
  title: 'sessions.title',
};

export const DELETE_ACCOUNT: ConfirmedAction = {
  purpose: 'delete-account',
  page: '/account/delete',
  title: 'delete.title',
};

/** Loader data of the page that requests the code. */
export async function readCodeRequestPage(request: Request, confirmed: ConfirmedAction) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'account', confirmed.title),
    submissionId: newSubmissionId(),
    email: user.email,
    isOwner: !user.impersonator,
  };
}

interface CodeRequest {
  submissionId: string;
  /** Recipient of the code; by default the user's own address. */
  email?: string;
  /** See PendingChallenge. */
  newEmail?: string;
  search?: string;
}

/** E-mails the code for a confirmed action, and redirects to the page that takes it. */
export async function mailConfirmationCode(
  args: ActionFunctionArgs,
  { purpose, page }: ConfirmedAction,
  user: SignedInUser,
  { submissionId, email = user.email, newEmail, search = '' }: CodeRequest,
): Promise<Response> {
  const challenge = await requestCode({
    ...{ purpose, email, userId: user.id, submissionId },
    ...(await requesterOf(args, user.sessionId)),
    language: await languageOf(args.request),
  });
  return redirectToCodePage(args.request, challenge, `${page}/code${search}`, newEmail);
}

/**
 * Handles an AppError after the first code is already consumed: redirects to the first page with the reason.
 * @param clearedChallenge cookie that deletes the login challenge
 */
export const redirectToStart =
  (page: string, clearedChallenge: string) =>
  (error: unknown): Promise<Response> => {
    if (!(error instanceof AppError)) throw error;
    const { code, params } = error;
    return redirectWithToast(page, { area: 'errors', key: code, params, kind: 'error' }, [clearedChallenge]);
  };

/** The step of an e-mail change that is pending. */
export async function pendingEmailStep(request: Request): Promise<ConfirmedAction> {
  const user = await requireUser(request);
  const pending = await readPendingChallenge(request);
  const scope = { purpose: [PROVE_EMAIL.purpose], userId: user.id };
  const isToProve = pending && (await readChallenge(pending.publicId, scope));
  return isToProve ? PROVE_EMAIL : CHANGE_EMAIL;
}

/** Loader data of the page that takes the code. */
export async function readCodePage(request: Request, confirmed: ConfirmedAction) {
  const user = await requireUser(request);
  const page = await readCodeRequestPage(request, confirmed);
  const scope = { purpose: confirmed.purpose, userId: user.id };
  const challenge = page.isOwner ? await requireUserChallenge(request, scope, confirmed.page) : null;
  return {
    ...page,
    resendSubmissionId: newSubmissionId(),
    resendInSeconds: challenge?.resendInSeconds ?? 0,
    email: challenge?.email ?? user.email,
  };
}

interface CodeConfirmation {
  user: SignedInUser;
  challengeIds: string[];
  submissionId: string;
  code: string;
  /** See PendingChallenge. */
  newEmail?: string;
}

/**
 * Action of the page that takes the code: sends the code again, or runs the action with the typed code.
 * @param act must send the `clearedChallenge` cookie with its response, which deletes the login challenge
 */
export async function confirmByCode(
  args: ActionFunctionArgs,
  { purpose, page }: ConfirmedAction,
  act: (confirmed: CodeConfirmation, clearedChallenge: string) => Promise<Response>,
): Promise<Response> {
  const { request } = args;
  const user = await requireOwner(request);
  const pending = await requirePendingChallenge(request, page);
  const form = await readIntent(request, { verify: codeSchema, resend: plainSchema });
  if (form.intent === 'verify')
    return act(
      { user, challengeIds: challengesOf(pending), newEmail: pending.newEmail, ...form },
      await clearChallengeCookie(),
    );
  const asked = { ...(await requesterOf(args, user.sessionId)), submissionId: form.submissionId };
  const challenge = await resendCode(pending.publicId, asked, { purpose, userId: user.id });
  const { search } = new URL(request.url);
  return redirectToCodePage(request, challenge, `${page}/code${search}`, pending.newEmail);
}
