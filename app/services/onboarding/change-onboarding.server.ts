import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { parseAnswers } from '@/app/domain/onboarding/forms';
import { type Answers, scoreOf } from '@/app/domain/onboarding/questions';
import { type OnboardingStep, User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

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
      await user.update({ onboardingStep: step, onboardingAnswers }, { transaction });
      return { step, answers };
    });
  } catch (error) {
    log.error({ error }, 'answers of the onboarding were not saved');
    throw new AppError('onboarding.not-saved');
  }
}
