import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { parseAnswers } from '@/app/domain/onboarding/forms';
import {
  type Answers,
  firstUnanswered,
  isReachable,
  isStepReached,
  type Question,
  scoreOf,
  stepOf,
  withAnswer,
} from '@/app/domain/onboarding/questions';
import { type OnboardingStep, User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

export async function readAnswers(userId: number): Promise<Answers> {
  const user = await User.findByPk(userId, { attributes: ['onboardingAnswers'], rejectOnEmpty: true });
  return parseAnswers(user.onboardingAnswers);
}

export interface AnsweredQuestion {
  userId: number;
  question: Question;
  answer: string;
  submissionId: string;
}

/** Drops earlier answers that no longer apply; one to a question not reached yet changes nothing. */
export function answerQuestion(answered: AnsweredQuestion): Promise<Onboarding> {
  const { userId, question, answer, submissionId } = answered;
  return changeOnboarding(userId, submissionId, (before) => {
    const answers = isReachable(question, before) ? withAnswer(before, question, answer) : before;
    return { step: stepOf(answers), answers };
  });
}

/** Step 4, unless a question is still open. @throws AppError 'onboarding.not-saved' */
export function finishOnboarding(userId: number, submissionId: string): Promise<Onboarding> {
  return changeOnboarding(userId, submissionId, (answers) => {
    return { step: isStepReached('4', answers) ? '4' : stepOf(answers), answers };
  });
}

/** As asked for. @throws AppError 'onboarding.answer-required' for a step beyond the answers, 'onboarding.not-saved' */
export function saveStep(userId: number, submissionId: string, step: OnboardingStep): Promise<Onboarding> {
  return changeOnboarding(userId, submissionId, (answers) => {
    if (!isStepReached(step, answers)) throw new AppError('onboarding.answer-required');
    return { step, answers };
  });
}

/** All at once, which leads to the final screen. @throws AppError as saveStep, when one is missing */
export async function saveAnswers(
  userId: number,
  submissionId: string,
  answers: Answers,
): Promise<Onboarding> {
  if (firstUnanswered(answers)) throw new AppError('onboarding.answer-required');
  return changeOnboarding(userId, submissionId, () => ({ step: stepOf(answers), answers }));
}

export interface Onboarding {
  step: OnboardingStep;
  answers: Answers;
}

/** Saves what `decide` returns; a finished questionnaire stays. @throws AppError 'onboarding.not-saved' */
export async function changeOnboarding(
  userId: number,
  submissionId: string,
  decide: (answers: Answers) => Onboarding,
): Promise<Onboarding> {
  try {
    return await withIdempotencyKey(`onboarding:${userId}`, submissionId, async (transaction) => {
      const lock = transaction.LOCK.UPDATE;
      const user = await User.findByPk(userId, { rejectOnEmpty: true, lock, transaction });
      const before = parseAnswers(user.onboardingAnswers);
      if (user.onboardingStep === '4') return { step: '4', answers: before };
      const { step, answers } = decide(before);
      const onboardingAnswers = JSON.stringify({ ...answers, score: scoreOf(answers) });
      const occupationArea = answers.customSector ?? answers.sector ?? null;
      await user.update({ onboardingStep: step, onboardingAnswers, occupationArea }, { transaction });
      return { step, answers };
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ error }, 'answers of the onboarding were not saved');
    throw new AppError('onboarding.not-saved');
  }
}
