import { Op, type Transaction, type WhereOptions } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { MIN_GAP_MS } from '@/app/domain/meeting/limits';
import type { MeetingType } from '@/app/domain/meeting/status';
import { Meeting } from '@/models/meeting.server';

interface Visit {
  userId: number;
  room: string;
  type: MeetingType;
  startsAt: Date;
  /** The meeting that is changed. */
  id?: number;
}

/** An assistant that is there, or on its way. */
const PRESENT: WhereOptions[] = [
  { status: 'running' },
  { status: 'waiting', type: 'instant' },
  { status: 'waiting', phase: { [Op.not]: null } },
];

/**
 * A visit that starts at once, or soon, finds no other assistant of the account in the room; scheduled ones keep a
 * distance from each other.
 * @throws AppError 'meeting.assistant-there', with the public id of the meeting that it is in as `there`
 */
export async function assertRoomFree(visit: Visit, transaction: Transaction): Promise<void> {
  const { userId, room, type, startsAt, id } = visit;
  const [at, gap] = [startsAt.getTime(), MIN_GAP_MS];
  const near = { [Op.gt]: new Date(at - gap), [Op.lt]: new Date(at + gap) };
  const others: WhereOptions[] = [
    ...(at - Date.now() < gap ? PRESENT : []),
    ...(type === 'scheduled' ? [{ status: 'waiting', type: 'scheduled', startsAt: near }] : []),
  ];
  if (others.length === 0) return;
  const where = { userId, room, [Op.or]: others, ...(id !== undefined && { id: { [Op.ne]: id } }) };
  const there = await Meeting.findOne({ where, attributes: ['publicId'], transaction });
  if (there) throw new AppError('meeting.assistant-there', { there: there.publicId });
}
