import { Op, type Transaction } from 'sequelize';
import { TOKEN_SCOPES, type TokenScope } from '@/app/domain/api/scopes';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { ApiToken } from '@/models/api-token.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { pick } from '../platform/pick';
import type { ApiCaller } from './api-user.server';
import { hashTokenText, isTokenText, newTokenText } from './token-text.server';

const MAX_TOKENS = 50;
const DAY_MS = 24 * 60 * 60_000;
/** Minimum interval between updates of the time of last use, to save writes. */
const TOUCH_MS = 5 * 60_000;

export interface NewToken {
  name: string;
  scopes: readonly TokenScope[];
  /** Null for a token that does not expire. */
  expiresInDays: number | null;
}

/**
 * Makes a personal token once, stores its hash alone, and tells the account by e-mail.
 * @returns the token; null for a repeated `submissionId`, since it was shown already
 * @throws AppError 'api.too-many-tokens'
 */
export async function createPersonalToken(
  userId: number,
  { submissionId, ...token }: NewToken & { submissionId: string },
): Promise<string | null> {
  const text = newTokenText();
  const publicId = newPublicId();
  const made = await withIdempotencyKey(`personal-token:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const owner = await User.findByPk(userId, { lock, transaction, rejectOnEmpty: true });
    await addPersonalToken(owner, { ...token, text, publicId }, transaction);
    return publicId;
  });
  return made === publicId ? text : null;
}

/** Adds the token `text` to an account, whose row is locked. @throws AppError 'api.too-many-tokens' */
export async function addPersonalToken(
  owner: User,
  { text, publicId, name, scopes, expiresInDays }: NewToken & { text: string; publicId: string },
  transaction: Transaction,
): Promise<void> {
  const userId = owner.id;
  const held = await ApiToken.count({ where: { userId }, transaction });
  if (held >= MAX_TOKENS) throw new AppError('api.too-many-tokens', { most: MAX_TOKENS });
  const ending = text.slice(-4);
  await ApiToken.create(
    {
      ...{ publicId, userId, name, ending },
      tokenHash: hashTokenText(text),
      scopes: scopes.join(' '),
      expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
    },
    { transaction },
  );
  await announce(owner, { name, ending }, transaction);
}

async function announce(
  { id: userId, email, language }: User,
  token: { name: string; ending: string },
  transaction: Transaction,
): Promise<void> {
  const news = { to: email, language: toInterfaceLanguage(language ?? DEFAULT_LANGUAGE), ...token };
  await enqueue('announce-personal-token', news, { userId, transaction });
}

/** The newest first. */
export async function listPersonalTokens(userId: number) {
  const tokens = await ApiToken.findAll({ where: { userId }, order: [['id', 'DESC']] });
  return tokens.map((token) => ({
    ...pick(token, 'publicId', 'name', 'ending', 'createdAt', 'expiresAt', 'lastUsedAt'),
    scopes: scopesOf(token),
    isExpired: token.expiresAt !== null && token.expiresAt.getTime() <= Date.now(),
  }));
}

/** A token that is revoked already is not an error. */
export async function revokePersonalToken(userId: number, publicId: string): Promise<void> {
  await ApiToken.destroy({ where: { userId, publicId } });
}

const scopesOf = ({ scopes }: ApiToken): TokenScope[] => {
  const names = scopes.split(' ');
  return TOKEN_SCOPES.filter((scope) => names.includes(scope));
};

/**
 * Who holds a personal token; null when it is unknown, revoked or expired. It never opens what administrators alone
 * may do.
 */
export async function findTokenCaller(text: string): Promise<ApiCaller | null> {
  if (!isTokenText(text)) return null;
  const token = await ApiToken.findOne({
    where: {
      tokenHash: hashTokenText(text),
      expiresAt: { [Op.or]: [null, { [Op.gt]: new Date() }] },
    },
    include: [{ model: User, as: 'user', required: true, where: { deletedAt: null } }],
  });
  if (!token) return null;
  await touch(token);
  const user = token.user!;
  return {
    user: {
      ...pick(
        user,
        'id',
        'publicId',
        'name',
        'email',
        'consumptionRule',
        'onboardingStep',
        'language',
        'timeZone',
      ),
      role: 'user',
      hasPicture: user.pictureKey !== null,
      impersonator: null,
    },
    isAdministrator: false,
    scopes: scopesOf(token),
    sessionId: null,
    key: `token:${token.id}`,
  };
}

/** A full disk must not keep programs from reading. */
async function touch(token: ApiToken): Promise<void> {
  const idleMs = Date.now() - (token.lastUsedAt?.getTime() ?? 0);
  if (idleMs <= TOUCH_MS) return;
  try {
    await token.update({ lastUsedAt: new Date() });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
