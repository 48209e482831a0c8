import { Op } from 'sequelize';
import { inTransaction } from '@/models/database.server';
import { Session } from '@/models/session.server';
import { recordAudit } from './record-audit.server';

/** Ends an impersonation; a session without one stays unchanged. */
export function endImpersonation(session: { id: number; adminId: number; userId: number }): Promise<void> {
  const { id, adminId, userId } = session;
  return inTransaction(async (transaction) => {
    const [ended] = await Session.update(
      { actingAsUserId: null },
      { where: { id, actingAsUserId: { [Op.not]: null } }, transaction },
    );
    if (ended > 0) await recordAudit({ adminId, subjectId: userId, action: 'acting-ended' }, transaction);
  });
}
