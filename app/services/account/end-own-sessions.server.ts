import { Op } from 'sequelize';
import { Session } from '@/models/session.server';
import { sessionHandle } from './session-handle.server';

/** Signs one browser of a user out; one that is gone already, or is not theirs, is no error. */
export async function endOwnSession(userId: number, handle: string): Promise<void> {
  const sessions = await Session.findAll({ where: { userId }, attributes: ['id'] });
  const id = sessions.map((session) => session.id).filter((own) => sessionHandle(own) === handle);
  await Session.destroy({ where: { userId, id } });
}

/** Signs every browser of a user out but one. */
export async function endOtherSessions(userId: number, keptSessionId: number): Promise<void> {
  await Session.destroy({ where: { userId, id: { [Op.ne]: keptSessionId } } });
}
