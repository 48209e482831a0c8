import { keyedHash } from '@/app/config/secret.server';
import { SESSION_IDLE_MS, SESSION_TOUCH_MS } from '@/app/domain/account/session';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';

/** The signed-in person, as pages need them. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
}

/** Who a session token belongs to; null when it is unknown, too old or was not used for too long. */
export async function findSessionUser(token: string): Promise<SignedInUser | null> {
  const session = await Session.findOne({
    where: { tokenHash: keyedHash('session', token) },
    include: { model: User, as: 'user', required: true },
  });
  if (!session) return null;
  const now = Date.now();
  const idleMs = now - session.lastUsedAt.getTime();
  if (session.expiresAt.getTime() <= now || idleMs > SESSION_IDLE_MS) return null;
  if (idleMs > SESSION_TOUCH_MS) await session.update({ lastUsedAt: new Date(now) });
  const { id, name, email } = session.user!;
  return { id, name, email };
}
