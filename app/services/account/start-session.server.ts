import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_LIFETIME_MS } from '@/app/domain/account/session';
import { Session } from '@/models/session.server';
import type { Browser } from './browser.server';
import { deviceTokenFor, rememberDevice } from './known-device.server';

export interface StartedSession {
  userId: number;
  /** For the browser's cookie; only its hash is stored. */
  token: string;
}

/** Starts a session and makes the browser a known device. @param session.token see sessionTokenFor */
export async function startSession(
  { userId, token }: StartedSession,
  method: LoginMethod,
  { userAgent, device }: Pick<Browser, 'userAgent' | 'device'>,
  transaction: Transaction,
): Promise<void> {
  const { id: sessionId } = await Session.create(
    {
      tokenHash: keyedHash('session', token),
      userId,
      userAgent: userAgent.slice(0, 255),
      method,
      lastUsedAt: new Date(),
      expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS),
    },
    { transaction },
  );
  const known = { userId, sessionId, token: deviceTokenFor(token), earlier: device };
  await rememberDevice(known, transaction);
}

export async function findSessionByToken(token: string): Promise<StartedSession | null> {
  const session = await Session.findOne({ where: { tokenHash: keyedHash('session', token) } });
  return session && { userId: session.userId, token };
}
