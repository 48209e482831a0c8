import { Op } from 'sequelize';
import { EARLY_START_MS } from '@/app/domain/meeting/limits';
import { Meeting } from '@/models/meeting.server';

/** Accounts that are compared at once. */
const MOST_OTHERS = 50;

interface Share {
  /** Assistants in meetings now. */
  underway: number;
  /** When the account's last assistant left; 0 before that. */
  lastMs: number;
}

/**
 * Whether another account whose assistant is due comes first: the one with fewest assistants in meetings, and among
 * those the one that was served longest ago. So nobody keeps all assistants by sending many.
 */
export async function isOthersTurn({ userId }: Meeting): Promise<boolean> {
  const due = {
    status: 'waiting',
    phase: null,
    startsAt: { [Op.lte]: new Date(Date.now() + EARLY_START_MS) },
  };
  const others = await Meeting.findAll({
    attributes: ['userId'],
    where: { ...due, userId: { [Op.ne]: userId } },
    group: ['userId'],
    limit: MOST_OTHERS,
  });
  if (others.length === 0) return false;
  const own = await shareOf(userId);
  for (const other of others) if (isBefore(await shareOf(other.userId), own)) return true;
  return false;
}

async function shareOf(userId: number): Promise<Share> {
  const underway = await Meeting.count({ where: { userId, phase: { [Op.ne]: null }, endedAt: null } });
  const last = await Meeting.max<Date | null, Meeting>('endedAt', { where: { userId } });
  return { underway, lastMs: last ? new Date(last).getTime() : 0 };
}

const isBefore = (one: Share, other: Share) =>
  one.underway === other.underway ? one.lastMs < other.lastMs : one.underway < other.underway;
