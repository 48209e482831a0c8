import nodemailer from 'nodemailer';
import { isLoopback } from '@/app/config/is-loopback.server';
import type { MailSender } from './port';

const TIMEOUT_MS = 10_000;

/**
 * Sends through a mail server. One on another machine that offers no encryption gets neither the password nor a
 * mail, since somebody on the way may have taken the offer out (STARTTLS stripping).
 * @param url smtp://user:password@host:port; `?requireTLS=false` trusts the line
 */
export function smtpServer(url: string, from: string): MailSender {
  const transport = nodemailer.createTransport({
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(message) {
      await transport.sendMail({ from, ...message });
    },
  };
}
