import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { mailFolder } from './mail-folder.server';
import type { MailSender } from './port';
import { smtpServer } from './smtp.server';

export const mail: MailSender = settings.mailUrl
  ? smtpServer(settings.mailUrl, settings.mailFrom)
  : mailFolder(path.join(settings.dataDir, 'mail'), settings.mailFrom);
