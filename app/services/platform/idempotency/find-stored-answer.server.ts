import { Submission } from '@/models/submission.server';
import { hashIdempotencyKey } from './with-idempotency-key.server';

/** The stored answer of an idempotency key (see withIdempotencyKey); null when unused. */
export async function findStoredAnswer<T>(scope: string, submissionId: string): Promise<T | null> {
  const submission = await Submission.findOne({
    where: { submissionId: hashIdempotencyKey(scope, submissionId) },
  });
  return submission && (JSON.parse(submission.outcome) as T);
}
