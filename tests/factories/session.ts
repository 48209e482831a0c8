import { randomUUID } from 'node:crypto';
import { startSession as start } from '@/app/services/account/start-session.server';
import { inTransaction } from '@/models/database.server';
import { makeBrowser } from './browser';

/** Signs in from a new browser. @returns the session token */
export async function startSession(userId: number, userAgent: string): Promise<string> {
  const token = randomUUID();
  const browser = makeBrowser({ userAgent });
  await inTransaction((transaction) => start({ userId, token }, 'email', browser, transaction));
  return token;
}
