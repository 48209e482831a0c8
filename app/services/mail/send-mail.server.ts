import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { mail } from '@/app/integrations/mail/index.server';
import type { MailMessage } from '@/app/integrations/mail/port';

export interface Letter extends Pick<MailMessage, 'to' | 'replyTo' | 'subject'> {
  /** Plain text; own addresses in it become links, lines within one are kept. */
  paragraphs: string[];
}

/**
 * Writes and sends one mail, as text and as HTML.
 * @param refused what is thrown, as an AppError, when the mail server did not take it; a full disk, on which a folder
 *   of mails takes none, is thrown as it is
 */
export async function sendMail({ paragraphs, ...head }: Letter, refused: AppErrorCode): Promise<void> {
  const html = paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>`).join('\n');
  try {
    await mail.send({ ...head, text: `${paragraphs.join('\n\n')}\n`, html });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    log.error(refusalOf(error), 'a mail was not taken');
    throw new AppError(refused);
  }
}

/** Why a mail was not taken, without the sentences, in which mail servers repeat addresses. */
function refusalOf(error: unknown) {
  const { code, command, responseCode } = error as Record<string, unknown>;
  return { reason: code, command, responseCode };
}

const toHtml = (text: string) => linked(escapeHtml(text)).replaceAll('\n', '<br>\n');

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** An address that somebody else typed stays text. */
const linked = (html: string) =>
  html.replace(/https?:\/\/\S+/g, (address) =>
    address.startsWith(`${settings.publicUrl}/`) ? `<a href="${address}">${address}</a>` : address,
  );
