import { randomBytes } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_LIFETIME_MS } from '@/app/domain/account/session';
import { Session } from '@/models/session.server';

/** Signs a browser in. @returns the token for its cookie; only its hash is kept */
export async function startSession(
  userId: number,
  userAgent: string,
  method: LoginMethod = 'email',
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await Session.create({
    tokenHash: keyedHash('session', token),
    userId,
    userAgent: userAgent.slice(0, 255),
    method,
    lastUsedAt: new Date(),
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS),
  });
  return token;
}
