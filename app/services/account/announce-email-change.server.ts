import type { InterfaceLanguage } from '@/app/i18n/languages';
import type { JobRun } from '../job/job';
import { sendEmailChangedMail } from './send-account-mail.server';

/** Mails the address that an account had before. */
export function announceEmailChange({
  payload,
}: JobRun<{ to: string; language: InterfaceLanguage }>): Promise<void> {
  return sendEmailChangedMail(payload);
}
