import { User } from '@/models/user.server';

/** Whether an account accepted the terms of the assistant. */
export async function hasAcceptedMeetingTerms(userId: number): Promise<boolean> {
  const user = await User.findByPk(userId, { attributes: ['meetingTermsAcceptedAt'], rejectOnEmpty: true });
  return user.meetingTermsAcceptedAt !== null;
}
