import type { WhereOptions } from 'sequelize';
import { MEETINGS_ON_DASHBOARD, MEETINGS_PER_PAGE, RECORDINGS_PER_PAGE } from '@/app/domain/meeting/limits';
import type { MeetingTab } from '@/app/domain/meeting/list-query';
import { isDeletable, isOver, isQueued, type MeetingStatus } from '@/app/domain/meeting/status';
import { Meeting } from '@/models/meeting.server';
import { pick } from '../platform/pick';

const STATUSES: Record<MeetingTab, MeetingStatus[]> = {
  upcoming: ['waiting'],
  running: ['running'],
  recordings: ['completed', 'failed'],
};

const rowOf = (meeting: Meeting) => ({
  ...pick(meeting, 'publicId', 'title', 'type', 'status', 'phase', 'startsAt', 'recordingSince', 'endReason'),
  ...stateOf(meeting),
});

/** What the row of a meeting and its page show besides its status. */
export const stateOf = (meeting: Meeting, now = new Date()) => ({
  isStopping: meeting.stopRequestedAt !== null && !isOver(meeting) && meeting.phase !== 'finishing',
  isQueued: isQueued(meeting, now),
  isDeletable: isDeletable(meeting),
});

export type MeetingRow = ReturnType<typeof rowOf>;

export interface MeetingPage {
  rows: MeetingRow[];
  /** Of all pages. */
  count: number;
  pages: number;
}

/** A page of one of the lists: what comes next first, what is over last first. Empty beyond the last page. */
export async function listMeetings(userId: number, tab: MeetingTab, page: number): Promise<MeetingPage> {
  const limit = tab === 'recordings' ? RECORDINGS_PER_PAGE : MEETINGS_PER_PAGE;
  const direction = tab === 'recordings' ? 'DESC' : 'ASC';
  const where: WhereOptions = { userId, status: STATUSES[tab] };
  const count = await Meeting.count({ where });
  const offset = (page - 1) * limit;
  const found =
    offset < count
      ? await Meeting.findAll({
          where,
          order: [
            ['startsAt', direction],
            ['id', direction],
          ],
          limit,
          offset,
        })
      : [];
  return { rows: found.map(rowOf), count, pages: Math.max(1, Math.ceil(count / limit)) };
}

/** The next meetings, those under way first. */
export async function listUnfinishedMeetings(userId: number): Promise<MeetingRow[]> {
  const found = await Meeting.findAll({
    where: { userId, status: ['running', 'waiting'] },
    // In alphabetical order, 'running' is first.
    order: ['status', 'startsAt', 'id'],
    limit: MEETINGS_ON_DASHBOARD,
  });
  return found.map(rowOf);
}
