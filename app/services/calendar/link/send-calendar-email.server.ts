import { settings } from '@/app/config/env.server';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { JobPayload } from '@/app/domain/jobs';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { User } from '@/models/user.server';
import { sendMail } from '../../platform/email/send-mail.server';
import type { JobRun } from '../../platform/jobs/job';

/**
 * Job: tells an account that Google ended the access to its calendar, so that no assistant comes from it any more; not
 * when it was linked again meanwhile, or its owner wants no e-mails.
 * @throws AppError 'notice.not-sent'
 */
export async function sendCalendarEmail({ payload }: JobRun<JobPayload<'calendar-notice'>>): Promise<void> {
  const user = await User.findByPk(payload.userId);
  if (!user?.calendarEndedAt || !user.wantsNotices || user.deletedAt) return;
  const language = toInterfaceLanguage(user.language ?? '');
  const t = translator(language, 'email');
  const { name: calendar } = payload;
  const account = `${settings.publicUrl}/account`;
  const mail = {
    to: user.email,
    subject: t('calendar.ended.subject'),
    body: {
      language,
      name: user.name,
      parts: [
        t('calendar.ended.line', { calendar }),
        t('calendar.ended.assistants', { product: PRODUCT_NAME }),
        { button: t('calendar.ended.button'), address: `${settings.publicUrl}/calendar` },
      ],
      reason: { text: t('notice.off', { product: PRODUCT_NAME }), address: account },
    },
    unsubscribeAt: account,
  };
  await sendMail(mail, 'notice.not-sent');
}
