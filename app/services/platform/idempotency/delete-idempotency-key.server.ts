import { Submission } from '@/models/submission.server';
import { hashIdempotencyKey } from './with-idempotency-key.server';

/** Deletes an idempotency key so that the form can be retried, when a step after its transaction failed. */
export async function deleteIdempotencyKey(scope: string, submissionId: string): Promise<void> {
  await Submission.destroy({ where: { submissionId: hashIdempotencyKey(scope, submissionId) } });
}
