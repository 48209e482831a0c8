import { isReachable, type Question, stepOf, withAnswer } from '@/app/domain/onboarding/questions';
import { changeOnboarding, type Onboarding } from './change-onboarding.server';

export interface AnsweredQuestion {
  userId: number;
  question: Question;
  answer: string;
  submissionId: string;
}

/** Drops earlier answers that no longer apply; one to a question not reached yet changes nothing. */
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
