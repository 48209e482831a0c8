import { Submission } from '@/models/submission.server';
import { submissionKey } from './once.server';

/** The answer of a form that was carried out already (see once); null when it was not. */
export async function findAnswer<T>(scope: string, submissionId: string): Promise<T | null> {
  const submission = await Submission.findOne({
    where: { submissionId: submissionKey(scope, submissionId) },
  });
  return submission && (JSON.parse(submission.outcome) as T);
}
