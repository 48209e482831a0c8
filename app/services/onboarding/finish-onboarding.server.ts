import { stepOf } from '@/app/domain/onboarding/questions';
import { changeOnboarding, type Onboarding } from './change-onboarding.server';

/** Step 4, unless a question is still open. @throws AppError 'onboarding.not-saved' */
export function finishOnboarding(userId: number, submissionId: string): Promise<Onboarding> {
  return changeOnboarding(userId, submissionId, (answers) => {
    const step = stepOf(answers);
    return { step: step === '3' ? '4' : step, answers };
  });
}
