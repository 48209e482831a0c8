import type { ActionFunctionArgs } from '@remix-run/node';
import { codeSchema, plainSchema } from '@/app/domain/account/forms';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { requestCode, resendCode } from '@/app/services/account/request-code.server';
import { browserSecretOf } from './browser.server';
import { askForCode, forgetChallenge, ownChallenge, pendingChallenge } from './challenge.server';
import { newSubmissionId, readIntent } from './form.server';
import { languageOf } from './language.server';
import { titleOf } from './page-title.server';
import { requireOwner, requireUser } from './session.server';

/** What only the owner of an account does to it: one page asks for it, the next takes the code that was mailed. */
interface OwnDeed {
  purpose: 'change-email' | 'delete-account';
  /** Where it is asked for; the code's page is below. */
  page: string;
  /** The key of both pages' title. */
  title: string;
}

export const CHANGE_EMAIL: OwnDeed = {
  purpose: 'change-email',
  page: '/account/email',
  title: 'email.title',
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

/** Mails the code for a deed to an address, and leads to the page that takes it. */
export async function mailDeedCode(
  { request, context }: ActionFunctionArgs,
  { purpose, page }: OwnDeed,
  form: { submissionId: string; email: string; userId: number },
): Promise<Response> {
  const challenge = await requestCode({
    purpose,
    ...form,
    language: await languageOf(request),
    address: String(context.address),
    browserSecret: await browserSecretOf(request),
    isDirect: Boolean(context.isDirect),
  });
  return askForCode(request, challenge, `${page}/code`);
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
  challengeId: string;
  submissionId: string;
  code: string;
}

/**
 * Mails the code of a deed again, or does the deed with the code that was typed.
 * @param act its answer forgets the challenge
 */
export async function onDeedCode(
  { request, context }: ActionFunctionArgs,
  { purpose, page }: OwnDeed,
  act: (confirmed: ConfirmedDeed, forgotten: string) => Promise<Response>,
): Promise<Response> {
  const user = await requireOwner(request);
  const { publicId } = await pendingChallenge(request, page);
  const form = await readIntent(request, { verify: codeSchema, resend: plainSchema });
  if (form.intent === 'verify') return act({ user, challengeId: publicId, ...form }, await forgetChallenge());
  const scope = { purpose, userId: user.id };
  const challenge = await resendCode(publicId, form.submissionId, Boolean(context.isDirect), scope);
  return askForCode(request, challenge, `${page}/code`);
}
