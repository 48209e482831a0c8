import nodemailer from 'nodemailer';
import { isLoopback } from '@/app/config/is-loopback.server';
import { serverOf } from '@/app/config/traced-fetch.server';
import { withSpan } from '@/app/config/tracing.server';
import type { MailSender } from './port';

const TIMEOUT_MS = 10_000;

/**
 * A remote server that offers no TLS gets neither the password nor a message, since an attacker on the path
 * may have removed the offer (STARTTLS stripping). `?requireTLS=false` in the URL trusts the connection.
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
      const attributes = { 'network.protocol.name': 'smtp', ...serverOf(url) };
      await withSpan('SMTP', { kind: 'client', attributes }, () => transport.sendMail({ from, ...message }));
    },
  };
}
