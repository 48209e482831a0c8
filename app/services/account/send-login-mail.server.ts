import { settings } from '@/app/config/env.server';
import { CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { sendMail } from '../platform/email/send-mail.server';

export interface LoginMail {
  to: string;
  /** Full name: of the account, or as typed at sign-up. */
  name: string | null;
  language: InterfaceLanguage;
  code: string;
  /** Local path of the sign-in link; the page asks for one more click. */
  linkPath: string;
  /** In local mode the code is printed on the terminal too. */
  print: boolean;
}

/** @throws AppError 'account.code-not-sent' when the mail server rejected it */
export async function sendLoginMail(mail: LoginMail): Promise<void> {
  const { to, name, language, code, linkPath, print } = mail;
  const t = translator(language, 'email');
  const subject = t('code.subject', { product: PRODUCT_NAME, code });
  const parts = [
    t('code.line'),
    { code },
    t('code.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 }),
    { button: t('code.button', { product: PRODUCT_NAME }), address: `${settings.publicUrl}${linkPath}` },
    t('code.ignore'),
  ];
  const reason = { text: t('code.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, name, parts, reason } }, 'account.code-not-sent');
  if (settings.isLocal && print) {
    process.stdout.write(`${t('code.printed', { email: to, code })}
`);
  }
}

/** For an address without an account that may not create one. @throws AppError 'account.code-not-sent' */
export async function sendNotAdmittedMail({
  to,
  language,
}: Pick<LoginMail, 'to' | 'language'>): Promise<void> {
  const t = translator(language, 'email');
  const named = { product: PRODUCT_NAME };
  const parts = [t('notAdmitted.line', named), t(`notAdmitted.${settings.signUp}`), t('noAccount.ignore')];
  const body = { language, name: null, parts, reason: { text: t('code.reason', named) } };
  await sendMail({ to, subject: t('notAdmitted.subject', named), body }, 'account.code-not-sent');
}

/** For an address without an account. @throws AppError 'account.code-not-sent' */
export async function sendNoAccountMail({ to, language }: Pick<LoginMail, 'to' | 'language'>): Promise<void> {
  const t = translator(language, 'email');
  const subject = t('noAccount.subject', { product: PRODUCT_NAME });
  const parts = [
    t('noAccount.line', { product: PRODUCT_NAME }),
    { button: t('noAccount.button'), address: `${settings.publicUrl}/signup` },
    t('noAccount.ignore'),
  ];
  const reason = { text: t('code.reason', { product: PRODUCT_NAME }) };
  await sendMail({ to, subject, body: { language, name: null, parts, reason } }, 'account.code-not-sent');
}
