import { Op, type WhereOptions } from 'sequelize';
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
  ...pick(meeting, 'publicId', 'title', 'room', 'type', 'status', 'phase', 'startsAt', 'endReason'),
  ...pick(meeting, 'recordingSince'),
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
  const found = await listMeetingsFrom(userId, STATUSES[tab], { offset: (page - 1) * limit, limit });
  return { ...found, pages: Math.max(1, Math.ceil(found.count / limit)) };
}

/** A stretch of the meetings with one of these statuses, in the order of their list. */
export async function listMeetingsFrom(
  userId: number,
  statuses: MeetingStatus[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Omit<MeetingPage, 'pages'>> {
  const where: WhereOptions = { userId, status: statuses };
  const direction = statuses.some((status) => isOver({ status })) ? 'DESC' : 'ASC';
  const count = await Meeting.count({ where });
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
  return { rows: found.map(rowOf), count };
}

/**
 * The newest meetings, below an internal id (keyset pagination).
 * @returns the rows, and the id below which the next page begins; null on the last
 */
export async function listMeetingsByCursor(
  userId: number,
  { below, limit, status }: { below: number | null; limit: number; status?: MeetingStatus | undefined },
): Promise<{ rows: MeetingRow[]; next: number | null }> {
  const found = await Meeting.findAll({
    where: { userId, ...(status && { status }), ...(below !== null && { id: { [Op.lt]: below } }) },
    order: [['id', 'DESC']],
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  return { rows: page.map(rowOf), next: found.length > limit ? page.at(-1)!.id : null };
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
