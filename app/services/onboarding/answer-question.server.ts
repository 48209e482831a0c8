import { isReachable, type Question, stepOf, withAnswer } from '@/app/domain/onboarding/questions';
import { changeOnboarding, type Onboarding } from './change-onboarding.server';

export interface AnsweredQuestion {
  userId: number;
  question: Question;
  /** Validated by the form's schema. */
  answer: string;
  submissionId: string;
}

/**
 * Saves an answer and drops earlier ones that no longer apply. An answer to a question that is not reached
 * yet changes nothing.
 * @throws AppError 'onboarding.not-saved'
 */
export function answerQuestion({
  userId,
  question,
  answer,
  submissionId,
}: AnsweredQuestion): Promise<Onboarding> {
  return changeOnboarding(userId, submissionId, (before) => {
    const answers = isReachable(question, before) ? withAnswer(before, question, answer) : before;
    return { step: stepOf(answers), answers };
  });
}
