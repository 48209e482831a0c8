import { keyedHash } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_IDLE_MS, SESSION_TOUCH_MS } from '@/app/domain/account/session';
import { isDiskFull } from '@/app/domain/disk-full';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { pick } from '../platform/pick';
import { lacksPasskey } from './passkeys/require-passkey.server';

type UserFields =
  | 'id'
  | 'publicId'
  | 'name'
  | 'email'
  | 'role'
  | 'consumptionRule'
  | 'onboardingStep'
  | 'language'
  | 'timeZone';

export interface SignedInUser extends Pick<User, UserFields> {
  hasPicture: boolean;
  sessionId: number;
  loginMethod: LoginMethod;
  /** An administrator whose session was opened without the passkey that is required: a user until then. */
  needsPasskey: boolean;
  /** The impersonating administrator; null when users act for themselves. */
  impersonator: { id: number; publicId: string; name: string } | null;
}

/** Whose session: a browser's, by its cookie, or a program's, by the id in its token. Neither opens as the other. */
export type SessionKind = 'session' | 'api-session';

/** Returns the user of a session token; null when the token is unknown, expired or idle for too long. */
export async function findSessionUser(
  token: string,
  kind: SessionKind = 'session',
): Promise<SignedInUser | null> {
  const session = await Session.findOne({
    where: { tokenHash: keyedHash(kind, token) },
    include: [
      { model: User, as: 'user', required: true, where: { deletedAt: null } },
      { model: User, as: 'actingAs' },
    ],
  });
  if (!session) return null;
  const now = Date.now();
  const idleMs = now - session.lastUsedAt.getTime();
  if (session.expiresAt.getTime() <= now || idleMs > SESSION_IDLE_MS) return null;
  if (idleMs > SESSION_TOUCH_MS) await updateLastUsedAt(session, now);
  return toSignedInUser(session);
}

/** A full disk must not keep users from reading. */
async function updateLastUsedAt(session: Session, now: number): Promise<void> {
  try {
    await session.update({ lastUsedAt: new Date(now) });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

function toSignedInUser(session: Session): SignedInUser {
  const owner = session.user!;
  const needsPasskey = lacksPasskey(owner, session.method);
  // An impersonation ends when the administrator loses the role.
  const actingAs = owner.role === 'admin' && !needsPasskey ? session.actingAs : null;
  const user = actingAs ?? owner;
  return {
    ...pick(
      user,
      'id',
      'publicId',
      'name',
      'email',
      'role',
      'consumptionRule',
      'onboardingStep',
      'language',
      'timeZone',
    ),
    ...(needsPasskey && { role: 'user' as const }),
    needsPasskey,
    hasPicture: user.pictureKey !== null,
    sessionId: session.id,
    loginMethod: session.method,
    impersonator: actingAs ? pick(owner, 'id', 'publicId', 'name') : null,
  };
}
