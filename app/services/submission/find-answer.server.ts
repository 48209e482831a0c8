import { Submission } from '@/models/submission.server';
import { submissionKey } from './once.server';

/** The stored answer of an idempotency key (see withIdempotencyKey); null when unused. */
export async function findAnswer<T>(scope: string, submissionId: string): Promise<T | null> {
  const submission = await Submission.findOne({
    where: { submissionId: submissionKey(scope, submissionId) },
  });
  return submission && (JSON.parse(submission.outcome) as T);
}
