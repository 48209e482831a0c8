import { settings } from '@/app/config/env.server';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import { formatMoney } from '@/app/domain/format/format-money';
import type { JobPayload } from '@/app/domain/jobs';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { type OutgoingMail, sendMail } from '../../platform/email/send-mail.server';
import type { JobRun } from '../../platform/jobs/job';

type Refund = JobPayload<'announce-refund'>;

/** Job: tells that a second subscription was cancelled, and what is refunded. @throws AppError 'notice.not-sent' */
export function notifyRefund({ payload }: JobRun<Refund>): Promise<void> {
  const mail = payload.isOperator ? writeToOperator(payload) : writeToSubscriber(payload);
  return sendMail(mail, 'notice.not-sent');
}

function textsOf({ language, priceId, refundedCents, owedCents, account }: Refund) {
  const about = {
    product: PRODUCT_NAME,
    plan: translator(language, 'billing')(`bill.${priceId}`),
    refunded: formatMoney(refundedCents, CURRENCY),
    owed: formatMoney(owedCents, CURRENCY),
    support: settings.supportEmail,
    account,
  };
  const t = translator(language, 'email');
  return (key: string) => t(key, about);
}

function writeToSubscriber(refund: Refund): OutgoingMail {
  const { to, name = null, language, refundedCents, owedCents } = refund;
  const t = textsOf(refund);
  const parts = [
    t('refund.line'),
    ...(refundedCents > 0 ? [t('refund.done')] : []),
    ...(owedCents > 0 ? [t('refund.owed')] : []),
    { button: t('usage.wallet'), address: `${settings.publicUrl}/wallet` },
    t('refund.support'),
  ];
  const body = { language, name, parts, reason: { text: t('refund.reason') } };
  return { to, subject: t('refund.subject'), body };
}

function writeToOperator(refund: Refund): OutgoingMail {
  const { to, language, refundedCents, owedCents } = refund;
  const t = textsOf(refund);
  const parts = [
    t('refund.operator.line'),
    ...(refundedCents > 0 ? [t('refund.operator.done')] : []),
    ...(owedCents > 0 ? [t('refund.operator.owed')] : []),
  ];
  const subject = t(owedCents > 0 ? 'refund.operator.subjectOwed' : 'refund.operator.subject');
  return { to, subject, body: { language, parts, reason: { text: t('refund.operator.reason') } } };
}
