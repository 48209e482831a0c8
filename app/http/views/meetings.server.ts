import { AppError } from '@/app/domain/errors';
import { dayOf } from '@/app/domain/format/day';
import { momentsOf, timeOf } from '@/app/domain/format/wall-clock';
import { shownWait } from '@/app/domain/meeting/shown-wait';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { findObstacle } from '@/app/services/meeting/find-obstacle.server';
import {
  listUnfinishedMeetings,
  type MeetingPage as MeetingList,
} from '@/app/services/meeting/list-meetings.server';
import { readMeetingSettings } from '@/app/services/meeting/meeting-settings.server';
import type { MeetingDetailsView } from '@/app/services/meeting/read-meeting.server';
import { redirectWithToast } from '../forms/toast.server';
import { etagOf } from '../headers/etag.server';
import { languageOf } from '../headers/language.server';
import { isAdministrator } from '../session/admin.server';
import { hasMeetings } from '../session/meeting-user.server';

/** @param balanceMs of the user, where it is known already */
export const availabilityFor = async (user: SignedInUser, balanceMs?: number) => ({
  obstacle: await findObstacle(),
  hasMinutes: (balanceMs ?? (await readBalance(user.id))) > 0,
  isAdmin: isAdministrator(user),
});

export const todayOf = ({ timeZone }: SignedInUser) => dayOf(new Date(), timeZone);

/** The settings of the assistant, in the language of the interface. */
export const assistantOf = async (request: Request, { id }: SignedInUser) =>
  readMeetingSettings(id, await languageOf(request));

/** The form of a new meeting. */
export const meetingFormView = async (request: Request, user: SignedInUser) => ({
  availability: await availabilityFor(user),
  today: todayOf(user),
  assistant: await assistantOf(request, user),
});

/** What the dashboard shows of meetings; null on trial. */
export async function meetCardView(user: SignedInUser, balanceMs: number) {
  if (!hasMeetings(user)) return null;
  return {
    rows: await listUnfinishedMeetings(user.id),
    availability: await availabilityFor(user, balanceMs),
    today: todayOf(user),
  };
}

/** A start as it is typed, in a time zone. */
export function typedTimeOf(startsAt: Date, timeZone: string) {
  const [date, time] = [dayOf(startsAt, timeZone), timeOf(startsAt, timeZone)];
  const [first, second] = momentsOf(date, time, timeZone);
  const isSecond = second?.getTime() === startsAt.getTime();
  return { date, time, turn: first && second ? (isSecond ? ('second' as const) : ('first' as const)) : null };
}

/** ETag of a page of the list. */
export const meetingsVersion = (list: MeetingList): string => etagOf(list);

/** ETag of a meeting's page. */
export const meetingVersion = ({ waitSecondsLeft, ...meeting }: MeetingDetailsView): string =>
  etagOf({ ...meeting, wait: waitSecondsLeft === null ? null : shownWait(waitSecondsLeft) });

/**
 * Goes on to the list after a new meeting, else to the meeting's page; where an assistant is already in the room, to
 * the list or that meeting's page, and says so.
 */
export async function sendAssistant(sending: Promise<string>, toast: 'toast.created' | 'toast.sent') {
  const pathOf = (publicId: string) => (toast === 'toast.created' ? '/meetings' : `/meetings/${publicId}`);
  try {
    return redirectWithToast(pathOf(await sending), { area: 'meeting', key: toast, kind: 'success' });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'meeting.assistant-there')) throw error;
    const { there } = error.params;
    const path = there ? pathOf(String(there)) : '/meetings';
    return redirectWithToast(path, { area: 'errors', key: error.code, kind: 'info' });
  }
}
