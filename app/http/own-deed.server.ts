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

/** What only the owner of an account does to it: one page asks for it, the next takes the code that was mailed. */
interface OwnDeed {
  purpose: OwnPurpose;
  /** Where it is asked for; the code's page is below. */
  page: string;
  /** The key of both pages' title. */
  title: string;
}

/** Asked for with the new address; the code goes to the present one. */
export const PROVE_EMAIL: OwnDeed = {
  purpose: 'prove-email',
  page: '/account/email',
  title: 'email.title',
};

/** Follows on the same pages; its code goes to the new address. */
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

/** What the page shows that asks for a deed. */
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
  /** Where the code is mailed to. */
  email?: string;
  /** See PendingChallenge. */
  newEmail?: string;
  search?: string;
}

/** Mails the code for a deed, to the person's own address unless another is given, and leads to the page that takes it. */
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
 * What to do with a refusal that comes when a code was taken already and cannot be given again: leads back to the
 * page where it all began, and says there why.
 */
export const startAgain =
  (page: string, forgotten: string) =>
  (error: unknown): Promise<Response> => {
    if (!(error instanceof AppError)) throw error;
    const { code, params } = error;
    return redirectWithToast(page, { area: 'errors', key: code, params, kind: 'error' }, [forgotten]);
  };

/** Which of the two codes that change an e-mail address its page takes. */
export async function pendingEmailDeed(request: Request): Promise<OwnDeed> {
  const user = await requireUser(request);
  const pending = await readPending(request);
  const scope = { purpose: [PROVE_EMAIL.purpose], userId: user.id };
  const isToProve = pending && (await readChallenge(pending.publicId, scope));
  return isToProve ? PROVE_EMAIL : CHANGE_EMAIL;
}

/** What the page shows that takes the code of a deed. */
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
 * Mails the code of a deed again, or does the deed with the code that was typed.
 * @param act its answer forgets the challenge
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
