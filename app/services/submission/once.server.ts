import { type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import type { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Submission } from '@/models/submission.server';

/** Under what a form's outcome is kept. */
export const submissionKey = (scope: string, submissionId: string): string =>
  keyedHash('submission', `${scope}:${submissionId}`);

/** How long the first answer is given again, and what the form is refused with afterwards. */
export interface AnswerLife {
  forMs: number;
  refusal: () => AppError;
}

/**
 * Carries a form out once: the same `submissionId` again, even at the same moment, changes nothing
 * and gets the first answer. When `work` throws, nothing is kept and the form may be sent again.
 * @param scope whose form it is, so that nobody can use up somebody else's identifiers, or get their answers
 * @param work runs in the transaction that records it; its answer must survive JSON, and must open nothing: it
 *   is given to whoever sends the form again
 * @param life for a form that counts for one moment only; without it, the answer stays for as long as it is kept
 */
export async function once<T>(
  scope: string,
  submissionId: string,
  work: (transaction: Transaction) => Promise<T>,
  life?: AnswerLife,
): Promise<T> {
  const key = submissionKey(scope, submissionId);
  return inTransaction(async (transaction) => {
    const submission = await claim(key, transaction);
    if (!submission) return firstAnswer<T>(key, transaction, life);
    const answer = await work(transaction);
    await submission.update({ outcome: JSON.stringify(answer) }, { transaction });
    return answer;
  });
}

async function claim(key: string, transaction: Transaction): Promise<Submission | null> {
  try {
    return await Submission.create({ submissionId: key, outcome: 'null' }, { transaction });
  } catch (error) {
    if (error instanceof UniqueConstraintError) return null;
    throw error;
  }
}

async function firstAnswer<T>(key: string, transaction: Transaction, life?: AnswerLife): Promise<T> {
  const { createdAt, outcome } = await Submission.findOne({
    where: { submissionId: key },
    transaction,
    rejectOnEmpty: true,
  });
  if (life && createdAt.getTime() + life.forMs <= Date.now()) throw life.refusal();
  return JSON.parse(outcome) as T;
}
