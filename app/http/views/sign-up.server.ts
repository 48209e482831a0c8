import { settings } from '@/app/config/env.server';
import { findInvitedEmail } from '@/app/services/account/sign-up.server';

/** Who may create an account. */
export const signUpRule = settings.signUp;

/**
 * What the sign-up page says of the rule, and of the invitation in its address: `email` is the invited one, null for an
 * invitation that is over.
 */
export async function readSignUp(address: string) {
  const publicId = new URL(address).searchParams.get('invitation');
  const isAsked = publicId !== null && signUpRule === 'invite';
  return { rule: signUpRule, invitation: isAsked ? { email: await findInvitedEmail(publicId) } : null };
}
