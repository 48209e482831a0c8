import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { workPath } from '@/app/config/own-work.server';
import type { MailSender } from './port';

/** Writes each e-mail to a `.eml` file; file names sort by time, oldest first. */
export function mailFolder(folder: string, from: string): MailSender {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: source } = await composer.sendMail({ from, ...message });
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const partial = workPath(folder, name);
      await writeFile(partial, source as Buffer);
      await rename(partial, path.join(folder, `${name}.eml`));
    },
  };
}
