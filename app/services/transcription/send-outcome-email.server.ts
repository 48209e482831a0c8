import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { type OutgoingMail, sendMail } from '../platform/email/send-mail.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { type JobRun, NotYet } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { errorParams } from './error-params.server';

export async function enqueueOutcomeEmail(
  { id, isSample }: Pick<Transcription, 'id' | 'isSample'>,
  transaction: Transaction,
): Promise<void> {
  if (!isSample) await enqueue('notice', { transcriptionId: id }, { transaction });
}

const RETRY_MS = 5 * 60_000;
/** Age after which an outcome e-mail is not retried any more. */
const MAX_DELAY_MS = 24 * 3_600_000;

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Once per outcome, however often the job runs. Marked before it is sent (at most once): a worker that dies
 * in between loses the mail, while the other order could send it twice.
 * @throws NotYet while the mail server rejects mails
 */
export async function sendOutcomeEmail(run: Run): Promise<void> {
  const outcome = await withLease(run.claim, (transaction) =>
    claimOutcomeEmail(run.payload.transcriptionId, transaction),
  );
  if (!outcome) return;
  try {
    await sendMail(outcome.mail, 'notice.not-sent');
  } catch (error) {
    await releaseOutcomeEmail(run);
    throw outcome.finishedAt.getTime() + MAX_DELAY_MS > Date.now() ? new NotYet(RETRY_MS) : error;
  }
}

async function claimOutcomeEmail(
  id: number,
  transaction: Transaction,
): Promise<{ mail: OutgoingMail; finishedAt: Date } | null> {
  const transcription = await Transcription.findByPk(id, { transaction });
  const finishedAt = transcription?.finishedAt;
  if (!finishedAt || (transcription.noticedAt && transcription.noticedAt >= finishedAt)) return null;
  const user = await User.findByPk(transcription.userId, { rejectOnEmpty: true, transaction });
  if (!user.wantsNotices || user.deletedAt) return null;
  await transcription.update({ noticedAt: new Date() }, { silent: true, transaction });
  return { mail: buildMail(user, transcription), finishedAt };
}

async function releaseOutcomeEmail({ claim, payload }: Run): Promise<void> {
  await withLease(claim, (transaction) =>
    Transcription.update(
      { noticedAt: null },
      { where: { id: payload.transcriptionId }, silent: true, transaction },
    ),
  );
}

function buildMail({ email, language: chosen }: User, transcription: Transcription): OutgoingMail {
  const language = toInterfaceLanguage(chosen ?? '');
  const t = translator(language, 'email');
  const title = transcription.title.replace(/\s+/g, ' ');
  const off = t('notice.off', { address: `${settings.publicUrl}/account` });
  if (transcription.status === 'succeeded') {
    const address = `${settings.publicUrl}/transcriptions/${transcription.publicId}`;
    return {
      to: email,
      subject: t('notice.ready.subject', { title }),
      paragraphs: [t('notice.ready.line', { title }), t('notice.ready.link', { address }), off],
    };
  }
  const address = `${settings.publicUrl}/transcriptions`;
  const code = transcription.errorCode ?? 'transcription.failed';
  const reason = translator(language, 'errors')(code, errorParams(code));
  return {
    to: email,
    subject: t('notice.failed.subject', { title }),
    paragraphs: [
      t('notice.failed.line', { title, product: PRODUCT_NAME }),
      reason,
      t('notice.failed.minutes'),
      t('notice.failed.link', { address }),
      off,
    ],
  };
}
