import { keyedHash } from '@/app/config/secret.server';
import { Session } from '@/models/session.server';

/** Signs a browser out; a token that is unknown is no error. */
export async function endSession(token: string): Promise<void> {
  await Session.destroy({ where: { tokenHash: keyedHash('session', token) } });
}
