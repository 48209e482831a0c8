import { randomUUID } from 'node:crypto';
import type { LoginMethod } from '@/app/domain/account/session';
import { startSession as start } from '@/app/services/account/start-session.server';
import { inTransaction } from '@/models/database.server';
import { makeBrowser } from './browser';

/** Signs in from a new browser. @returns the session token */
export async function startSession(
  userId: number,
  userAgent: string,
  method: LoginMethod = 'email',
): Promise<string> {
  const token = randomUUID();
  const browser = makeBrowser({ userAgent });
  await inTransaction((transaction) => start({ userId, token }, method, browser, transaction));
  return token;
}
