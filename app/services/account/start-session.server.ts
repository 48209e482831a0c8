import { randomBytes } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_LIFETIME_MS } from '@/app/domain/account/session';
import { Session } from '@/models/session.server';

interface SessionOptions {
  method?: LoginMethod;
  /** Where the session has to be found again by its proof (see sessionTokenFor). */
  token?: string;
  transaction?: Transaction;
}

/** A browser that is signed in. */
export interface Entry {
  userId: number;
  /** For the browser's cookie; only its hash is kept. */
  token: string;
}

/** Signs a browser in. @returns the token for its cookie; only its hash is kept */
export async function startSession(
  userId: number,
  userAgent: string,
  { method = 'email', token = newToken(), transaction }: SessionOptions = {},
): Promise<string> {
  await Session.create(
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
  return token;
}

/** The session that a token opens; null when it ended, or when nobody started it. */
export async function findEntry(token: string): Promise<Entry | null> {
  const session = await Session.findOne({ where: { tokenHash: keyedHash('session', token) } });
  return session && { userId: session.userId, token };
}

const newToken = () => randomBytes(32).toString('base64url');
