import { isReached, type Question, stepOf, withAnswer } from '@/app/domain/onboarding/questions';
import { changeOnboarding, type Onboarding } from './change-onboarding.server';

export interface AnsweredQuestion {
  userId: number;
  question: Question;
  /** As its form's schema lets through. */
  answer: string;
  submissionId: string;
}

/**
 * Keeps an answer, and drops earlier ones that no longer apply. An answer to a question whose turn has not come
 * changes nothing.
 * @throws AppError 'onboarding.not-saved'
 */
export function answerQuestion({
  userId,
  question,
  answer,
  submissionId,
}: AnsweredQuestion): Promise<Onboarding> {
  return changeOnboarding(userId, submissionId, (before) => {
    const answers = isReached(question, before) ? withAnswer(before, question, answer) : before;
    return { step: stepOf(answers), answers };
  });
}
