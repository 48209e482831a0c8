import { Submission } from '@/models/submission.server';
import { submissionKey } from './once.server';

/** Lets a form be carried out again, when what followed its transaction failed. */
export async function forgetSubmission(scope: string, submissionId: string): Promise<void> {
  await Submission.destroy({ where: { submissionId: submissionKey(scope, submissionId) } });
}
