import type { ActionFunctionArgs } from '@remix-run/node';
import { codeSchema, plainSchema } from '@/app/domain/account/forms';
import { AppError } from '@/app/domain/errors';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { readChallenge } from '@/app/services/account/read-challenge.server';
import { type OwnPurpose, requestCode, resendCode } from '@/app/services/account/request-code.server';
import { askerOf } from './browser.server';
import {
  askForCode,
  challengesOf,
  forgetChallenge,
  ownChallenge,
  pendingChallenge,
  readPending,
} from './challenge.server';
import { newSubmissionId, readIntent } from './form.server';
import { languageOf } from './language.server';
import { titleOf } from './page-title.server';
import { requireOwner, requireUser } from './session.server';
import { redirectWithToast } from './toast.server';

/**
 * An action confirmed by an e-mailed code, for the account owner only: one page requests the code, the next
 * one takes it.
 */
interface OwnDeed {
  purpose: OwnPurpose;
  /** Path of the page that requests the code; the page that takes it is at `/code` below. */
  page: string;
  /** Locale key of both pages' title. */
  title: string;
}

/** First step of an e-mail change; the code goes to the present address. */
export const PROVE_EMAIL: OwnDeed = {
  purpose: 'prove-email',
  page: '/account/email',
  title: 'email.title',
};

/** Second step, on the same pages; the code goes to the new address. */
export const CHANGE_EMAIL: OwnDeed = {
  purpose: 'change-email',
  page: '/account/email',
  title: 'email.title',
};

export const END_SESSIONS: OwnDeed = {
  purpose: 'end-sessions',
  page: '/account/sessions',
  title: 'sessions.title',
};

export const DELETE_ACCOUNT: OwnDeed = {
  purpose: 'delete-account',
  page: '/account/delete',
  title: 'delete.title',
};

/** Loader data of the page that requests the code. */
export async function deedPage(request: Request, deed: OwnDeed) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'profile', deed.title),
    submissionId: newSubmissionId(),
    email: user.email,
    isOwner: !user.actingAdmin,
  };
}

interface DeedForm {
  submissionId: string;
  /** Recipient of the code; by default the user's own address. */
  email?: string;
  /** See PendingChallenge. */
  newEmail?: string;
  search?: string;
}

/** E-mails the code for a confirmed action, and redirects to the page that takes it. */
export async function mailDeedCode(
  args: ActionFunctionArgs,
  { purpose, page }: OwnDeed,
  user: SignedInUser,
  { submissionId, email = user.email, newEmail, search = '' }: DeedForm,
): Promise<Response> {
  const challenge = await requestCode({
    ...{ purpose, email, userId: user.id, submissionId },
    ...(await askerOf(args, user.sessionId)),
    language: await languageOf(args.request),
  });
  return askForCode(args.request, challenge, `${page}/code${search}`, newEmail);
}

/**
 * Handles an AppError after the first code is already consumed: redirects to the first page with the reason.
 * @param clearedChallenge cookie that deletes the login challenge
 */
export const startAgain =
  (page: string, forgotten: string) =>
  (error: unknown): Promise<Response> => {
    if (!(error instanceof AppError)) throw error;
    const { code, params } = error;
    return redirectWithToast(page, { area: 'errors', key: code, params, kind: 'error' }, [forgotten]);
  };

/** The step of an e-mail change that is pending. */
export async function pendingEmailDeed(request: Request): Promise<OwnDeed> {
  const user = await requireUser(request);
  const pending = await readPending(request);
  const scope = { purpose: [PROVE_EMAIL.purpose], userId: user.id };
  const isToProve = pending && (await readChallenge(pending.publicId, scope));
  return isToProve ? PROVE_EMAIL : CHANGE_EMAIL;
}

/** Loader data of the page that takes the code. */
export async function deedCodePage(request: Request, deed: OwnDeed) {
  const user = await requireUser(request);
  const page = await deedPage(request, deed);
  const scope = { purpose: deed.purpose, userId: user.id };
  const challenge = page.isOwner ? await ownChallenge(request, scope, deed.page) : null;
  return {
    ...page,
    resendSubmissionId: newSubmissionId(),
    resendInSeconds: challenge?.resendInSeconds ?? 0,
    email: challenge?.email ?? user.email,
  };
}

interface ConfirmedDeed {
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
export async function onDeedCode(
  args: ActionFunctionArgs,
  { purpose, page }: OwnDeed,
  act: (confirmed: ConfirmedDeed, forgotten: string) => Promise<Response>,
): Promise<Response> {
  const { request } = args;
  const user = await requireOwner(request);
  const pending = await pendingChallenge(request, page);
  const form = await readIntent(request, { verify: codeSchema, resend: plainSchema });
  if (form.intent === 'verify')
    return act(
      { user, challengeIds: challengesOf(pending), newEmail: pending.newEmail, ...form },
      await forgetChallenge(),
    );
  const asked = { ...(await askerOf(args, user.sessionId)), submissionId: form.submissionId };
  const challenge = await resendCode(pending.publicId, asked, { purpose, userId: user.id });
  const { search } = new URL(request.url);
  return askForCode(request, challenge, `${page}/code${search}`, pending.newEmail);
}
