import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import { PRODUCT_NAME } from '@/app/domain/product';
import { QUESTIONS_PER_ADDRESS, QUESTIONS_PER_USER } from '@/app/domain/support/limits';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { type OutgoingMail, sendMail } from '../platform/email/send-mail.server';
import {
  deleteIdempotencyKey,
  withIdempotencyKey,
} from '../platform/idempotency/with-idempotency-key.server';
import { limitRate } from '../platform/limits/limit-rate.server';

export interface SupportQuestion {
  name: string;
  email: string;
  question: string;
  account: string | null;
  address: string;
  submissionId: string;
}

/** Mails being sent, so that a concurrent duplicate of a form gets the same result. */
const pendingMails = new Map<string, Promise<void>>();

/**
 * Mails a question to support, once per form; the Reply-To is the user's address.
 * @throws AppError 'support.too-many' (params: seconds), 'support.not-sent', after which the same form may be
 *   sent again
 */
export function sendQuestion(question: SupportQuestion): Promise<void> {
  const scope = `support:${question.account ?? question.address}`;
  const form = `${scope}:${question.submissionId}`;
  const sent = pendingMails.get(form) ?? deliver(scope, question).finally(() => pendingMails.delete(form));
  pendingMails.set(form, sent);
  return sent;
}

async function deliver(scope: string, question: SupportQuestion): Promise<void> {
  const { submissionId } = question;
  let isFirst = false;
  await withIdempotencyKey(scope, submissionId, async (transaction) => {
    await limitQuestions(question, transaction);
    isFirst = true;
    return null;
  });
  if (!isFirst) return;
  try {
    await mailQuestion(question);
  } catch (error) {
    await deleteIdempotencyKey(scope, submissionId);
    throw error;
  }
}

async function limitQuestions(
  { account, address }: SupportQuestion,
  transaction: Transaction,
): Promise<void> {
  const limits = [
    { scope: `support address:${networksOf(address).narrow}`, rate: QUESTIONS_PER_ADDRESS },
    ...(account ? [{ scope: `support user:${account}`, rate: QUESTIONS_PER_USER }] : []),
  ];
  for (const { scope, rate } of limits) {
    const seconds = await limitRate(scope, rate, transaction);
    if (seconds > 0) throw new AppError('support.too-many', { seconds });
  }
}

/** Always in the default language, for the support staff. */
function mailQuestion({ name, email, question, account }: SupportQuestion): Promise<void> {
  const t = translator(DEFAULT_LANGUAGE, 'email');
  const person = [
    t('support.name', { name }),
    t('support.email', { email }),
    account ? t('support.account', { account }) : t('support.noAccount'),
  ];
  const reason = { text: t('support.reason', { product: PRODUCT_NAME }) };
  const outgoing: OutgoingMail = {
    to: settings.supportEmail,
    replyTo: { name, address: email },
    subject: t('support.subject', { product: PRODUCT_NAME, name }),
    body: { language: DEFAULT_LANGUAGE, parts: [person.join('\n'), question], reason },
    isFromPerson: true,
  };
  return sendMail(outgoing, 'support.not-sent');
}
