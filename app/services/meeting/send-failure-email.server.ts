import { settings } from '@/app/config/env.server';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { Meeting } from '@/models/meeting.server';
import { User } from '@/models/user.server';
import { type OutgoingMail, sendMail } from '../platform/email/send-mail.server';
import { type JobRun, NotYet } from '../platform/jobs/job';

const RETRY_MS = 5 * 60_000;
/** Later, nobody needs to hear of it by e-mail. */
const MAX_DELAY_MS = 3_600_000;

/**
 * Job: tells the owner of a meeting why its assistant left nothing, unless they stopped it themselves or want no e-mails.
 * @throws NotYet while the mail server rejects mails, for an hour
 */
export async function sendMeetingFailureEmail({ payload }: JobRun<{ meetingId: number }>): Promise<void> {
  const meeting = await Meeting.findByPk(payload.meetingId);
  const user = meeting && (await User.findByPk(meeting.userId));
  if (!user?.wantsNotices || user.deletedAt) return;
  try {
    await sendMail(writeMail(meeting!, user), 'notice.not-sent');
  } catch (error) {
    throw meeting!.endedAt!.getTime() + MAX_DELAY_MS > Date.now() ? new NotYet(RETRY_MS) : error;
  }
}

function writeMail({ publicId, title: given, endReason }: Meeting, user: User): OutgoingMail {
  const language = toInterfaceLanguage(user.language ?? '');
  const t = translator(language, 'email');
  const title = given.replace(/\s+/g, ' ');
  const account = `${settings.publicUrl}/account`;
  return {
    to: user.email,
    subject: t('meeting.failed.subject', { title }),
    body: {
      language,
      name: user.name,
      parts: [
        t('meeting.failed.line', { title }),
        translator(language, 'meeting')(`end.${endReason!}`),
        { button: t('meeting.failed.button'), address: `${settings.publicUrl}/meetings/${publicId}` },
      ],
      reason: { text: t('notice.off', { product: PRODUCT_NAME }), address: account },
    },
    unsubscribeAt: account,
  };
}
