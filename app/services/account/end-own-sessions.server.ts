import { Op } from 'sequelize';
import { KnownDevice } from '@/models/known-device.server';
import { Session } from '@/models/session.server';
import { sessionHandle } from './session-handle.server';

/** Signs one browser of a user out, which the account then knows no more; one that is gone or not theirs is no error. */
export async function endOwnSession(userId: number, handle: string): Promise<void> {
  const sessions = await Session.findAll({ where: { userId }, attributes: ['id'] });
  const id = sessions.map((session) => session.id).filter((own) => sessionHandle(own) === handle);
  await Session.destroy({ where: { userId, id } });
  await KnownDevice.destroy({ where: { userId, sessionId: id } });
}

/** Signs every browser of a user out but one, and knows no other any more, also those that were left. */
export async function endOtherSessions(userId: number, keptSessionId: number): Promise<void> {
  await Session.destroy({ where: { userId, id: { [Op.ne]: keptSessionId } } });
  await KnownDevice.destroy({ where: { userId, sessionId: { [Op.ne]: keptSessionId } } });
}
