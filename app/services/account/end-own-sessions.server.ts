import { Op, type Transaction } from 'sequelize';
import { KnownDevice } from '@/models/known-device.server';
import { Session } from '@/models/session.server';
import { passChallenge } from './confirm-code.server';
import { sessionHandle } from './session-handle.server';

/**
 * Signs browsers of a user out when the code that was mailed to their address is typed: whoever found one of them
 * open could keep its owner out otherwise. What is ended is known to the account no more.
 * @param deed.handle the one to end; null for all but `sessionId`. One that is gone or not theirs is no error
 * @throws AppError those of passChallenge
 */
export async function endOwnSessions(deed: {
  userId: number;
  sessionId: number;
  handle: string | null;
  /** See GivenProof. */
  challengeIds: string[];
  code: string;
  submissionId: string;
}): Promise<void> {
  const { userId, sessionId, handle, challengeIds, code, submissionId } = deed;
  const sender = `session:${sessionId} ${handle}`;
  const form = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  await passChallenge(form, { purpose: 'end-sessions', userId }, async (_challenge, transaction) => {
    const id = handle ? await idsOf(userId, handle, transaction) : { [Op.ne]: sessionId };
    await Session.destroy({ where: { userId, id }, transaction });
    await KnownDevice.destroy({ where: { userId, sessionId: id }, transaction });
    return {};
  });
}

async function idsOf(userId: number, handle: string, transaction: Transaction): Promise<number[]> {
  const sessions = await Session.findAll({ where: { userId }, attributes: ['id'], transaction });
  return sessions.map(({ id }) => id).filter((id) => sessionHandle(id) === handle);
}
