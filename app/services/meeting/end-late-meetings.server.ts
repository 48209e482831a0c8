import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { MAX_DELAY_MS } from '@/app/domain/meeting/limits';
import { inTransaction } from '@/models/database.server';
import { Meeting } from '@/models/meeting.server';
import { unscheduleAssistant } from './schedule-assistant.server';

/** Periodic job: gives up meetings whose assistant could not start in time, since all others were in meetings. */
export async function endLateMeetings(): Promise<void> {
  const late = { status: 'waiting', phase: null, startsAt: { [Op.lt]: new Date(Date.now() - MAX_DELAY_MS) } };
  for (const { id } of await Meeting.findAll({ where: late, attributes: ['id'] })) {
    const ended = await inTransaction(async (transaction) => {
      const values = {
        status: 'failed',
        endReason: 'too-late',
        endedAt: new Date(),
        occupiedRoom: null,
      } as const;
      const [count] = await Meeting.update(values, { where: { ...late, id }, transaction });
      if (count > 0) await unscheduleAssistant(id, transaction);
      return count > 0;
    });
    if (ended) log.info({ meetingId: id }, 'an assistant could not start in time');
  }
}
