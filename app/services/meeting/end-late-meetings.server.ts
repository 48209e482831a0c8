import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { MAX_DELAY_MS } from '@/app/domain/meeting/limits';
import { inTransaction } from '@/models/database.server';
import { Meeting } from '@/models/meeting.server';
import { failMeeting } from './fail-meeting.server';
import { unscheduleAssistant } from './schedule-assistant.server';

/** Periodic job: gives up meetings whose assistant could not start in time, since all others were in meetings. */
export async function endLateMeetings(): Promise<void> {
  const late = { status: 'waiting', phase: null, startsAt: { [Op.lt]: new Date(Date.now() - MAX_DELAY_MS) } };
  for (const { id } of await Meeting.findAll({ where: late, attributes: ['id'] })) {
    const isEnded = await inTransaction(async (transaction) => {
      const lock = transaction.LOCK.UPDATE;
      const meeting = await Meeting.findOne({ where: { ...late, id }, lock, transaction });
      if (!meeting) return false;
      await failMeeting(meeting, 'too-late', transaction);
      await unscheduleAssistant(id, transaction);
      return true;
    });
    if (isEnded) log.info({ meetingId: id }, 'an assistant could not start in time');
  }
}
