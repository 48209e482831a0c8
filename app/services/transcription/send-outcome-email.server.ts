import { col, Op, type Transaction } from 'sequelize';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { type OutgoingMail, sendMail } from '../platform/email/send-mail.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { type JobRun, NotYet } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { writeOutcomeEmail } from './write-outcome-email.server';

export async function enqueueOutcomeEmail(
  { id, isSample }: Pick<Transcription, 'id' | 'isSample'>,
  transaction: Transaction,
): Promise<void> {
  if (!isSample) await enqueue('notice', { transcriptionId: id }, { transaction });
}

const RETRY_MS = 5 * 60_000;
/** Age after which an outcome e-mail is not retried any more. */
const MAX_DELAY_MS = 24 * 3_600_000;
/** Between two mails to one person, so that a batch of recordings does not flood: the next mail has the rest. */
export const OUTCOME_EMAIL_PAUSE_MS = 10 * 60_000;

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Once per outcome, however often the job runs; outcomes of one person that wait share a mail. Marked before
 * it is sent (at most once): a worker that dies in between loses the mail, while the other order could send it
 * twice.
 * @throws NotYet while the mail server rejects mails, and soon after the last mail
 */
export async function sendOutcomeEmail(run: Run): Promise<void> {
  const outcome = await withLease(run.claim, (transaction) =>
    claimOutcomes(run.payload.transcriptionId, transaction),
  );
  if (!outcome) return;
  if ('waitMs' in outcome) throw new NotYet(outcome.waitMs);
  try {
    await sendMail(outcome.mail, 'notice.not-sent');
  } catch (error) {
    await releaseOutcomes(run, outcome.claimed);
    const isFresh = outcome.finishedAt.getTime() + MAX_DELAY_MS > Date.now();
    throw isFresh ? new NotYet(RETRY_MS) : error;
  }
}

interface ClaimedOutcomes {
  mail: OutgoingMail;
  /** When the job's own transcription was finished. */
  finishedAt: Date;
  /** In the order in which they were finished, whichever job sends the mail. */
  claimed: Transcription[];
}

async function claimOutcomes(
  id: number,
  transaction: Transaction,
): Promise<ClaimedOutcomes | { waitMs: number } | null> {
  const found = await Transcription.findByPk(id, { attributes: ['userId'], transaction });
  if (!found) return null;
  const { userId } = found;
  // Jobs of one person take turns, so that only one of them finds what waits.
  const user = await User.findByPk(userId, {
    lock: transaction.LOCK.UPDATE,
    rejectOnEmpty: true,
    transaction,
  });
  const transcription = await Transcription.findByPk(id, { transaction });
  if (!transcription || !isDue(transcription) || !user.wantsNotices || user.deletedAt) return null;
  const lastAt = await Transcription.max<Date | null, Transcription>('noticedAt', {
    where: { userId },
    transaction,
  });
  const waitMs = lastAt ? new Date(lastAt).getTime() + OUTCOME_EMAIL_PAUSE_MS - Date.now() : 0;
  if (waitMs > 0) return { waitMs };
  const others = await otherOutcomes(transcription, transaction);
  const claimed = [transcription, ...others].sort(byFinish);
  const mail = await writeOutcomeEmail(user, claimed, transaction);
  await mark(claimed, new Date(), transaction);
  return { mail, finishedAt: transcription.finishedAt!, claimed };
}

/** Finished, and not told since then: sending again gives a transcription another outcome. */
const isDue = ({ finishedAt, noticedAt }: Transcription) =>
  finishedAt !== null && finishedAt !== undefined && !(noticedAt && noticedAt >= finishedAt);

function otherOutcomes({ id, userId }: Transcription, transaction: Transaction): Promise<Transcription[]> {
  return Transcription.findAll({
    where: {
      userId,
      id: { [Op.ne]: id },
      isSample: false,
      status: ['succeeded', 'failed'],
      finishedAt: { [Op.gt]: new Date(Date.now() - MAX_DELAY_MS) },
      noticedAt: { [Op.or]: [null, { [Op.lt]: col('finished_at') }] },
    },
    transaction,
  });
}

const byFinish = (a: Transcription, b: Transcription) =>
  a.finishedAt!.getTime() - b.finishedAt!.getTime() || a.id - b.id;

const mark = (outcomes: Transcription[], noticedAt: Date | null, transaction: Transaction) =>
  Transcription.update(
    { noticedAt },
    { where: { id: outcomes.map(({ id }) => id) }, silent: true, transaction },
  );

async function releaseOutcomes({ claim }: Run, claimed: Transcription[]): Promise<void> {
  await withLease(claim, (transaction) => mark(claimed, null, transaction));
}
