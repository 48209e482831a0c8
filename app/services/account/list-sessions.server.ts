import { Op } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { SESSION_IDLE_MS } from '@/app/domain/account/session';
import { KnownDevice } from '@/models/known-device.server';
import { Session } from '@/models/session.server';
import { pick } from '../platform/pick';

/** Opaque id of a session for forms: reveals neither the row id nor the token. */
export const sessionHandle = (sessionId: number): string => keyedHash('session-handle', String(sessionId));

/** The user's active sessions, the current one first, then by last use. */
export async function listSessions(userId: number, currentSessionId: number) {
  const now = Date.now();
  const sessions = await Session.findAll({
    where: {
      userId,
      expiresAt: { [Op.gt]: new Date(now) },
      lastUsedAt: { [Op.gte]: new Date(now - SESSION_IDLE_MS) },
    },
    order: [
      ['lastUsedAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  const browsers = await browserSessionsOf(userId);
  const own = sessions.map((session) => ({
    handle: sessionHandle(session.id),
    isCurrent: session.id === currentSessionId,
    isOfProgram: session.id !== currentSessionId && !browsers.has(session.id),
    ...pick(session, 'userAgent', 'method', 'createdAt', 'lastUsedAt'),
  }));
  return [...own.filter(({ isCurrent }) => isCurrent), ...own.filter(({ isCurrent }) => !isCurrent)];
}

/** Ids of the sessions that browsers opened: each became a known device, and is one for longer than a session lasts. */
async function browserSessionsOf(userId: number): Promise<Set<number>> {
  const devices = await KnownDevice.findAll({ where: { userId }, attributes: ['sessionId'] });
  return new Set(devices.map(({ sessionId }) => sessionId));
}
