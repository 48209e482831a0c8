import { Op, type Transaction } from 'sequelize';
import { KnownDevice } from '@/models/known-device.server';
import { Session } from '@/models/session.server';
import { consumeChallenge } from './confirm-code.server';
import { sessionHandle } from './list-sessions.server';

/**
 * Needs the mailed code: otherwise anyone with access to one open browser could lock the owner out. Ends the
 * session of `handle`, or all but `sessionId`, with their known devices.
 * @throws AppError those of consumeChallenge
 */
export async function endOwnSessions(request: {
  userId: number;
  sessionId: number;
  handle: string | null;
  /** See SubmittedProof. */
  challengeIds: string[];
  code: string;
  submissionId: string;
}): Promise<void> {
  const { userId, sessionId, handle, challengeIds, code, submissionId } = request;
  const sender = `session:${sessionId} ${handle}`;
  const form = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  await consumeChallenge(form, { purpose: 'end-sessions', userId }, async (_challenge, transaction) => {
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
