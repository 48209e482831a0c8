import { Op, type Transaction } from 'sequelize';
import { KnownDevice } from '@/models/known-device.server';
import { Session } from '@/models/session.server';
import { consumeOwnChallenge, type OwnCodeForm } from './confirm-code.server';
import { sessionHandle } from './list-sessions.server';

/**
 * Needs the mailed code: otherwise anyone with access to one open browser could lock the owner out. Ends the
 * session of `handle`, or all but `sessionId`, with their known devices.
 * @throws AppError those of consumeChallenge
 */
export async function endOwnSessions(form: OwnCodeForm & { handle: string | null }): Promise<void> {
  const { userId, sessionId, handle } = form;
  const end = async (_challenge: unknown, transaction: Transaction) => {
    const id = handle ? await idsOf(userId, handle, transaction) : { [Op.ne]: sessionId };
    await Session.destroy({ where: { userId, id }, transaction });
    await KnownDevice.destroy({ where: { userId, sessionId: id }, transaction });
    return {};
  };
  await consumeOwnChallenge(form, 'end-sessions', end, `session:${sessionId} ${handle}`);
}

async function idsOf(userId: number, handle: string, transaction: Transaction): Promise<number[]> {
  const sessions = await Session.findAll({ where: { userId }, attributes: ['id'], transaction });
  return sessions.map(({ id }) => id).filter((id) => sessionHandle(id) === handle);
}
