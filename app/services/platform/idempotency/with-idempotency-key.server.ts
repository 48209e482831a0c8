import { type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import type { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Submission } from '@/models/submission.server';

const hashIdempotencyKey = (scope: string, submissionId: string): string =>
  keyedHash('submission', `${scope}:${submissionId}`);

/** How long the stored answer is replayed, and the error thrown afterwards. */
export interface ReplayWindow {
  forMs: number;
  refusal: () => AppError;
}

/**
 * Runs a form's action once: a repeated `submissionId`, even a concurrent one, changes nothing and gets the
 * stored answer, for as long as `life` says. When `work` throws, nothing is stored and the form may be sent
 * again.
 * @param scope owner of the key, so that nobody uses up the keys of others or reads their answers
 * @param work its answer must be serialisable and hold no secret: every sender of the form gets it
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

/** The stored answer of an idempotency key (see withIdempotencyKey); null when unused. */
export async function findStoredAnswer<T>(scope: string, submissionId: string): Promise<T | null> {
  const submission = await Submission.findOne({
    where: { submissionId: hashIdempotencyKey(scope, submissionId) },
  });
  return submission && (JSON.parse(submission.outcome) as T);
}

/** Deletes an idempotency key so that the form can be retried, when a step after its transaction failed. */
export async function deleteIdempotencyKey(scope: string, submissionId: string): Promise<void> {
  await Submission.destroy({ where: { submissionId: hashIdempotencyKey(scope, submissionId) } });
}
