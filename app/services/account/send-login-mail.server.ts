import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { mail } from '@/app/integrations/mail/index.server';

export interface LoginMail {
  to: string;
  language: InterfaceLanguage;
  code: string;
  /** Own path that signs in after one more click. */
  linkPath: string;
  /** In local mode the code is printed on the terminal too. */
  print: boolean;
}

/**
 * Mails a login code and its link.
 * @throws AppError 'account.code-not-sent' when the mail server did not take it
 */
export async function sendLoginMail({ to, language, code, linkPath, print }: LoginMail): Promise<void> {
  const t = translator(language, 'mail');
  await send(to, t('code.subject', { product: PRODUCT_NAME, code }), [
    t('code.line', { code }),
    `${t('code.link')} ${settings.publicUrl}${linkPath}`,
    t('code.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 }),
    t('code.ignore'),
  ]);
  if (settings.isLocal && print) process.stdout.write(`${to}: ${code}\n`);
}

/**
 * Mails somebody who asked for a login code with an address that has no account.
 * @throws AppError 'account.code-not-sent'
 */
export async function sendNoAccountMail({ to, language }: Pick<LoginMail, 'to' | 'language'>): Promise<void> {
  const t = translator(language, 'mail');
  await send(to, t('noAccount.subject', { product: PRODUCT_NAME }), [
    t('noAccount.line', { product: PRODUCT_NAME }),
    `${t('noAccount.link')} ${settings.publicUrl}/signup`,
    t('noAccount.ignore'),
  ]);
}

async function send(to: string, subject: string, paragraphs: string[]): Promise<void> {
  const html = paragraphs.map((paragraph) => `<p>${linked(escapeHtml(paragraph))}</p>`).join('\n');
  try {
    await mail.send({ to, subject, text: `${paragraphs.join('\n\n')}\n`, html });
  } catch (error) {
    log.error(refusalOf(error), 'a mail was not taken');
    throw new AppError('account.code-not-sent');
  }
}

/** Why a mail was not taken, without the sentences, in which mail servers repeat addresses. */
function refusalOf(error: unknown) {
  const { code, command, responseCode } = error as Record<string, unknown>;
  return { reason: code, command, responseCode };
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const linked = (html: string) =>
  html.replace(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`);
