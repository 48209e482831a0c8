import { type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import type { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Submission } from '@/models/submission.server';

/** Keyed hash under which an idempotency key is stored. */
export const hashIdempotencyKey = (scope: string, submissionId: string): string =>
  keyedHash('submission', `${scope}:${submissionId}`);

/** How long the stored answer is replayed, and the error thrown afterwards. */
export interface ReplayWindow {
  forMs: number;
  refusal: () => AppError;
}

/**
 * Runs a form's action once: a repeated `submissionId` (idempotency key), even a concurrent one, changes
 * nothing and gets the stored answer. When `work` throws, nothing is stored and the form may be sent again.
 * @param scope owner of the key, so that users cannot use up the keys of others or read their answers
 * @param work runs in the transaction that stores the key; its answer must be serialisable as JSON and
 *   contain no secret, since it is replayed to every sender of the form
 * @param life limits the replay; without it, the answer is replayed for as long as it is stored
 */
export async function withIdempotencyKey<T>(
  scope: string,
  submissionId: string,
  work: (transaction: Transaction) => Promise<T>,
  life?: ReplayWindow,
): Promise<T> {
  const key = hashIdempotencyKey(scope, submissionId);
  return inTransaction(async (transaction) => {
    const submission = await claimKey(key, transaction);
    if (!submission) return storedAnswer<T>(key, transaction, life);
    const answer = await work(transaction);
    await submission.update({ outcome: JSON.stringify(answer) }, { transaction });
    return answer;
  });
}

async function claimKey(key: string, transaction: Transaction): Promise<Submission | null> {
  try {
    return await Submission.create({ submissionId: key, outcome: 'null' }, { transaction });
  } catch (error) {
    if (error instanceof UniqueConstraintError) return null;
    throw error;
  }
}

async function storedAnswer<T>(key: string, transaction: Transaction, life?: ReplayWindow): Promise<T> {
  const { createdAt, outcome } = await Submission.findOne({
    where: { submissionId: key },
    transaction,
    rejectOnEmpty: true,
  });
  if (life && createdAt.getTime() + life.forMs <= Date.now()) throw life.refusal();
  return JSON.parse(outcome) as T;
}
