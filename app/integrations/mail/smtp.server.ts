import nodemailer from 'nodemailer';
import type { MailSender } from './port';

const TIMEOUT_MS = 10_000;

/** Sends through a mail server. @param url smtp://user:password@host:port */
export function smtpServer(url: string, from: string): MailSender {
  const transport = nodemailer.createTransport({
    url,
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
