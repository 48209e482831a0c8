import type { InterfaceLanguage } from '@/app/i18n/languages';
import type { JobRun } from '../platform/jobs/job';
import { sendEmailChangedMail } from './send-account-mail.server';

/** Notifies the previous e-mail address of an account about the change. */
export function notifyEmailChange({
  payload,
}: JobRun<{ to: string; language: InterfaceLanguage }>): Promise<void> {
  return sendEmailChangedMail(payload);
}
