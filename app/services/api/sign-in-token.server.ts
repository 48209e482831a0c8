import { hkdfSync, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { keyedHash, sessionSecret } from '@/app/config/secret.server';
import { type LoginMethod, SESSION_LIFETIME_MS } from '@/app/domain/account/session';
import { TOKEN_SCOPES } from '@/app/domain/api/scopes';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { findSessionUser } from '../account/find-session-user.server';
import type { ApiCaller } from './api-user.server';

const ALGORITHM = 'HS256';
const key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'api-sign-in-token', 32));

/** The payload of a sign-in token: the fields of 'User session' in the specification, and the session's id. */
export interface SignInClaims {
  crypto: string;
  container: string;
  email: string;
  name: string;
  picture: string | null;
  step: string;
  confirmed_mail: boolean;
  occupationArea: string | null;
  leadOrigin: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ApiSignIn {
  userId: number;
  method: LoginMethod;
  userAgent: string;
  /** The user whom an administrator impersonates. */
  actingAsUserId?: number;
}

/** Starts a session of a program. @returns its token: a JWT whose `jti` is asked for on each call */
export async function startApiSession(
  { userId, method, userAgent, actingAsUserId }: ApiSignIn,
  transaction: Transaction,
): Promise<string> {
  const jti = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Math.floor((Date.now() + SESSION_LIFETIME_MS) / 1000) * 1000);
  await Session.create(
    {
      tokenHash: keyedHash('api-session', jti),
      userId,
      userAgent: userAgent.slice(0, 255),
      method,
      actingAsUserId: actingAsUserId ?? null,
      lastUsedAt: new Date(),
      expiresAt,
    },
    { transaction },
  );
  const claims = await claimsOf(actingAsUserId ?? userId, transaction);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setJti(jti)
    .setExpirationTime(expiresAt)
    .sign(key);
}

async function claimsOf(userId: number, transaction: Transaction): Promise<SignInClaims> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
  return {
    crypto: user.publicId,
    container: user.container ?? user.publicId,
    email: user.email,
    name: user.name,
    picture: user.pictureKey ? `${settings.publicUrl}/account/picture` : null,
    step: user.onboardingStep,
    confirmed_mail: user.confirmedMail,
    occupationArea: user.occupationArea,
    leadOrigin: user.leadOrigin,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/**
 * Who holds a sign-in token; null when it is forged, expired, or its session has ended. A token opens the account that it
 * names and no other: when an impersonation ends in any way, that of the administrator stays closed to it.
 */
export async function findSignInCaller(token: string): Promise<ApiCaller | null> {
  const claims = await verifiedClaims(token);
  const user = claims && (await findSessionUser(claims.jti, 'api-session'));
  if (!claims || user?.publicId !== claims.crypto) return null;
  const { sessionId, loginMethod: _method, needsPasskey: _needsPasskey, ...rest } = user;
  return {
    user: { ...rest, role: 'user' },
    isAdministrator: user.role === 'admin',
    scopes: TOKEN_SCOPES,
    sessionId,
    key: `session:${sessionId}`,
  };
}

async function verifiedClaims(token: string): Promise<{ jti: string; crypto: string } | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] });
    return { jti: String(payload.jti), crypto: String(payload.crypto) };
  } catch {
    return null;
  }
}
