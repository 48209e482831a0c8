import { keyedHash } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_IDLE_MS, SESSION_TOUCH_MS } from '@/app/domain/account/session';
import { isDiskFull } from '@/app/domain/disk-full';
import { database } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';
import { Session } from '@/models/session.server';
import { consumptionRuleOf, type User } from '@/models/user.server';
import { pick } from '../platform/pick';
import { lacksPasskey } from './passkeys/require-passkey.server';

const FIELDS = [
  'id',
  'publicId',
  'name',
  'email',
  'role',
  'consumptionRule',
  'onboardingStep',
  'language',
  'timeZone',
] as const;

type UserFields = (typeof FIELDS)[number];

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

type UserRow = Pick<User, UserFields> & { pictureKey: string | null };
type Of<Prefix extends string> = { [Key in keyof UserRow as `${Prefix}_${Key}`]: UserRow[Key] };

interface SessionRow extends Of<'owner'>, Of<'acting'> {
  sessionId: number;
  method: LoginMethod;
  lastUsedAt: string;
  expiresAt: string;
}

const columnsOf = (prefix: 'owner' | 'acting') =>
  [...FIELDS, 'pictureKey']
    .map(
      (field) =>
        `${prefix}.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS ${prefix}_${field}`,
    )
    .join(', ');

const SESSION = `SELECT s.id AS sessionId, s.method AS method,
  CAST(s.last_used_at AS CHAR(23)) AS lastUsedAt, CAST(s.expires_at AS CHAR(23)) AS expiresAt,
  ${columnsOf('owner')}, ${columnsOf('acting')}
FROM sessions s JOIN users owner ON owner.id = s.user_id AND owner.deleted_at IS NULL
LEFT JOIN users acting ON acting.id = s.acting_as_user_id
WHERE s.token_hash = :tokenHash`;

/** Returns the user of a session token; null when the token is unknown, expired or idle for too long. */
export async function findSessionUser(
  token: string,
  kind: SessionKind = 'session',
): Promise<SignedInUser | null> {
  const tokenHash = keyedHash(kind, token);
  const [session] = await database().select<SessionRow>(SESSION, { tokenHash });
  if (!session) return null;
  const now = Date.now();
  const idleMs = now - momentOf(session.lastUsedAt).getTime();
  if (momentOf(session.expiresAt).getTime() <= now || idleMs > SESSION_IDLE_MS) return null;
  if (idleMs > SESSION_TOUCH_MS) await updateLastUsedAt(session.sessionId, now);
  return toSignedInUser(session);
}

/** A full disk must not keep users from reading. */
async function updateLastUsedAt(id: number, now: number): Promise<void> {
  try {
    await Session.update({ lastUsedAt: new Date(now) }, { where: { id } });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

function userIn(row: SessionRow, prefix: 'owner' | 'acting'): UserRow {
  const fields = [...FIELDS, 'pictureKey' as const].map((field) => [field, row[`${prefix}_${field}`]]);
  const user = Object.fromEntries(fields) as unknown as UserRow;
  return { ...user, consumptionRule: consumptionRuleOf(user.consumptionRule) };
}

function toSignedInUser(row: SessionRow): SignedInUser {
  const owner = userIn(row, 'owner');
  const needsPasskey = lacksPasskey(owner, row.method);
  // An impersonation ends when the administrator loses the role.
  const isActing = owner.role === 'admin' && !needsPasskey && row.acting_id !== null;
  const { pictureKey, ...user } = isActing ? userIn(row, 'acting') : owner;
  return {
    ...user,
    ...(needsPasskey && { role: 'user' as const }),
    needsPasskey,
    hasPicture: pictureKey !== null,
    sessionId: row.sessionId,
    loginMethod: row.method,
    impersonator: isActing ? pick(owner, 'id', 'publicId', 'name') : null,
  };
}
