import { type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { inTransaction } from '@/models/database.server';
import { Submission } from '@/models/submission.server';

/** Under what a form's outcome is kept. */
export const submissionKey = (scope: string, submissionId: string): string =>
  keyedHash('submission', `${scope}:${submissionId}`);

/**
 * Carries a form out once: the same `submissionId` again, even at the same moment, changes nothing
 * and gets the first answer. When `work` throws, nothing is kept and the form may be sent again.
 * @param scope whose form it is, so that nobody can use up somebody else's identifiers
 * @param work runs in the transaction that records it; its answer must survive JSON
 */
export async function once<T>(
  scope: string,
  submissionId: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const key = submissionKey(scope, submissionId);
  return inTransaction(async (transaction) => {
    const submission = await claim(key, transaction);
    if (!submission) return firstAnswer<T>(key, transaction);
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

async function firstAnswer<T>(key: string, transaction: Transaction): Promise<T> {
  const submission = await Submission.findOne({
    where: { submissionId: key },
    transaction,
    rejectOnEmpty: true,
  });
  return JSON.parse(submission.outcome) as T;
}
