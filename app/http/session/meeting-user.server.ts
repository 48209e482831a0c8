import type { ActionFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { publicIdOf } from '../params';
import { leadToDashboard } from './lead-to-dashboard.server';
import { requireUser } from './session.server';

/** Whether an account has meetings: all but those on trial. */
export const hasMeetings = ({ consumptionRule }: Pick<SignedInUser, 'consumptionRule'>): boolean =>
  consumptionRule !== 'TRIAL';

/** @throws redirect to the dashboard for an account on trial; redirect as requireUser */
export async function requireMeetingUser(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!hasMeetings(user)) throw await leadToDashboard(request);
  return user;
}

/** The context of an action on meetings; `publicId` is that of the URL, where it has one. */
export async function asMeetingUser({ request, params }: ActionFunctionArgs) {
  const { id: userId } = await requireMeetingUser(request);
  return { userId, publicId: publicIdOf(params) };
}
