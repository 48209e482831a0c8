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
  /** Full name of the account. */
  name: string | null;
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
  const { to, name, language, purpose, code, print } = mail;
  const t = translator(language, 'email');
  const subject = t(`${purpose}.subject`, { product: PRODUCT_NAME, code });
  const parts = [
    t('code.line'),
    { code },
    t('accountCode.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 }),
    t(`${purpose}.ignore`),
  ];
  const reason = { text: t('accountCode.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, name, parts, reason } }, 'account.code-not-sent');
  if (settings.isLocal && print) process.stdout.write(`${to}: ${code}\n`);
}

/** Job: tells the previous address of an account. @throws AppError 'account.code-not-sent' */
export async function notifyEmailChange(
  run: JobRun<Omit<Recipient, 'name'> & { name?: string | undefined }>,
): Promise<void> {
  const { to, name = null, language } = run.payload;
  const t = translator(language, 'email');
  const subject = t('emailChanged.subject', { product: PRODUCT_NAME });
  const parts = [
    t('emailChanged.line', { product: PRODUCT_NAME }),
    t('emailChanged.alarm', { support: settings.supportEmail }),
  ];
  const reason = { text: t('emailChanged.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, name, parts, reason } }, 'account.code-not-sent');
}

/** Job: tells an account that a passkey was added or removed. @throws AppError 'account.code-not-sent' */
export async function notifyPasskeyChange({
  payload: { to, language, change, name },
}: JobRun<Recipient & { change: 'added' | 'removed'; name: string }>): Promise<void> {
  const t = translator(language, 'email');
  const subject = t(`passkey.${change}.subject`, { product: PRODUCT_NAME });
  const parts = [
    t(`passkey.${change}.line`, { product: PRODUCT_NAME, name }),
    t('passkey.alarm', { support: settings.supportEmail }),
  ];
  const reason = { text: t('passkey.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, parts, reason } }, 'account.code-not-sent');
}

/** Job: tells an account that its recovery codes are new, or that one was used. @throws as notifyPasskeyChange */
export async function notifyRecoveryCodes({
  payload: { to, language, change, left },
}: JobRun<Omit<Recipient, 'name'> & { change: 'made' | 'used'; left: number }>): Promise<void> {
  const t = translator(language, 'email');
  const subject = t(`recovery.${change}.subject`, { product: PRODUCT_NAME });
  const parts = [
    t(`recovery.${change}.line`, { product: PRODUCT_NAME, count: left }),
    t('passkey.alarm', { support: settings.supportEmail }),
  ];
  const reason = { text: t('passkey.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, parts, reason } }, 'account.code-not-sent');
}

/** Job: tells an account that a personal token was made. @throws as notifyPasskeyChange */
export async function notifyPersonalToken({
  payload: { to, language, name, ending },
}: JobRun<Omit<Recipient, 'name'> & { name: string; ending: string }>): Promise<void> {
  const t = translator(language, 'email');
  const subject = t('personalToken.subject', { product: PRODUCT_NAME });
  const parts = [
    t('personalToken.line', { product: PRODUCT_NAME, name, ending }),
    t('personalToken.alarm', { support: settings.supportEmail }),
  ];
  const reason = { text: t('passkey.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, parts, reason } }, 'account.code-not-sent');
}
