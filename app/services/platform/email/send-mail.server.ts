import { log } from '@/app/config/log.server';
import { countOutcome } from '@/app/config/metrics.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { mail } from '@/app/integrations/mail/index.server';
import type { MailMessage } from '@/app/integrations/mail/port';
import { type MailBody, writeMailBody } from './write-mail-body.server';

export interface OutgoingMail extends Pick<MailMessage, 'to' | 'replyTo' | 'subject'> {
  body: MailBody;
  /** Forwards what a person wrote, so that an answering machine may answer. */
  isFromPerson?: true;
  /** Page on which the reader switches these mails off. */
  unsubscribeAt?: string;
}

/** Throws an AppError with `rejectionCode` when the server rejects the mail; a full disk as it is. */
export async function sendMail(mailed: OutgoingMail, rejectionCode: AppErrorCode): Promise<void> {
  const { body, isFromPerson, unsubscribeAt, subject, ...head } = mailed;
  const headers: Record<string, string> = {};
  // Keeps holiday notices and the like from answering (RFC 3834).
  if (!isFromPerson) headers['Auto-Submitted'] = 'auto-generated';
  if (unsubscribeAt) headers['List-Unsubscribe'] = `<${unsubscribeAt}>`;
  try {
    const message = { ...head, subject: oneLine(subject), headers, ...writeMailBody(body) };
    await countOutcome('celeste_mails_total', mail.send(message));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    log.error(rejectionReasonOf(error), 'a mail was not taken');
    throw new AppError(rejectionCode);
  }
}

/** Titles and names may hold line breaks and control characters; a header is a line. */
const oneLine = (subject: string) => subject.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

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
