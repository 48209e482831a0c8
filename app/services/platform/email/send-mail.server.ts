import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { mail } from '@/app/integrations/mail/index.server';
import type { MailMessage } from '@/app/integrations/mail/port';

export interface OutgoingMail extends Pick<MailMessage, 'to' | 'replyTo' | 'subject'> {
  /** Plain text; URLs of this site become links, line breaks are kept. */
  paragraphs: string[];
}

/** Throws an AppError with `rejectionCode` when the server rejects the mail; a full disk as it is. */
export async function sendMail(
  { paragraphs, ...head }: OutgoingMail,
  rejectionCode: AppErrorCode,
): Promise<void> {
  const html = paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>`).join('\n');
  try {
    await mail.send({ ...head, text: `${paragraphs.join('\n\n')}\n`, html });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    log.error(rejectionReasonOf(error), 'a mail was not taken');
    throw new AppError(rejectionCode);
  }
}

/**
 * Sends each mail that `claim` has marked as sent; one that is rejected is released for another run.
 * @throws AppError 'notice.not-sent', after the rest, when mails were rejected
 */
export async function sendClaimedMails<Claimed extends { mail: OutgoingMail }>(
  rows: { id: number }[],
  claim: (id: number) => Promise<Claimed | null>,
  release: (id: number, claimed: Claimed) => Promise<unknown>,
): Promise<void> {
  let rejection: AppError | undefined;
  for (const { id } of rows) {
    const claimed = await claim(id);
    if (!claimed) continue;
    try {
      await sendMail(claimed.mail, 'notice.not-sent');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejection = error;
      await release(id, claimed);
    }
  }
  if (rejection) throw rejection;
}

/** Reason of a rejection without the server's message, which may repeat e-mail addresses. */
function rejectionReasonOf(error: unknown) {
  const { code, command, responseCode } = error as Record<string, unknown>;
  return { reason: code, command, responseCode };
}

const toHtml = (text: string) => withLinks(escapeHtml(text)).replaceAll('\n', '<br>\n');

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Links URLs of this site only: user-supplied ones stay text. */
const withLinks = (html: string) =>
  html.replace(/https?:\/\/\S+/g, (address) =>
    address.startsWith(`${settings.publicUrl}/`) ? `<a href="${address}">${address}</a>` : address,
  );
