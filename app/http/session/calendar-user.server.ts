import type { ActionFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { leadToDashboard } from './lead-to-dashboard.server';
import { requireUser } from './session.server';

/** Whether an account has a calendar: those with a subscription. */
export const hasCalendar = ({ consumptionRule }: Pick<SignedInUser, 'consumptionRule'>): boolean =>
  consumptionRule === 'SUBSCRIPTION';

/** @throws redirect to the dashboard for an account without a subscription; redirect as requireUser */
export async function requireCalendarUser(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!hasCalendar(user)) throw await leadToDashboard(request);
  return user;
}

/** The context of an action on the calendar. */
export async function asCalendarUser({ request }: ActionFunctionArgs) {
  const { id: userId, timeZone } = await requireCalendarUser(request);
  return { userId, timeZone };
}
