import { settings } from '@/app/config/env.server';
import { CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { ConfirmedActionPurpose } from '@/models/login-challenge.server';
import { sendMail } from '../platform/email/send-mail.server';
import type { JobRun } from '../platform/jobs/job';

interface Recipient {
  to: string;
  language: InterfaceLanguage;
}

/** No link: the code is entered in the signed-in browser. @throws AppError 'account.code-not-sent' */
export async function sendAccountCodeMail(
  mail: Recipient & {
    purpose: ConfirmedActionPurpose;
    code: string;
    /** In local mode the code is printed on the terminal too. */
    print: boolean;
  },
): Promise<void> {
  const { to, language, purpose, code, print } = mail;
  const t = translator(language, 'email');
  const subject = t(`${purpose}.subject`, { product: PRODUCT_NAME, code });
  const paragraphs = [
    t('code.line', { code }),
    t('accountCode.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 }),
    t(`${purpose}.ignore`),
  ];
  await sendMail({ to, subject, paragraphs }, 'account.code-not-sent');
  if (settings.isLocal && print) process.stdout.write(`${to}: ${code}\n`);
}

/** Job: tells the previous address of an account. @throws AppError 'account.code-not-sent' */
export async function notifyEmailChange({ payload: { to, language } }: JobRun<Recipient>): Promise<void> {
  const t = translator(language, 'email');
  const subject = t('emailChanged.subject', { product: PRODUCT_NAME });
  const paragraphs = [
    t('emailChanged.line', { product: PRODUCT_NAME }),
    t('emailChanged.alarm', { support: settings.supportEmail }),
  ];
  await sendMail({ to, subject, paragraphs }, 'account.code-not-sent');
}
