import { parseAnswers } from '@/app/domain/onboarding/forms';
import type { Answers } from '@/app/domain/onboarding/questions';
import { User } from '@/models/user.server';

export async function readAnswers(userId: number): Promise<Answers> {
  const user = await User.findByPk(userId, { attributes: ['onboardingAnswers'], rejectOnEmpty: true });
  return parseAnswers(user.onboardingAnswers);
}
