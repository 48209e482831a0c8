import { Submission } from '@/models/submission.server';
import { submissionKey } from './once.server';

/** Deletes an idempotency key so that the form can be retried, when a step after its transaction failed. */
export async function forgetSubmission(scope: string, submissionId: string): Promise<void> {
  await Submission.destroy({ where: { submissionId: submissionKey(scope, submissionId) } });
}
