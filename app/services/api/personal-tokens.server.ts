import { Op, type Transaction } from 'sequelize';
import { TOKEN_SCOPES, type TokenScope } from '@/app/domain/api/scopes';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { ApiToken } from '@/models/api-token.server';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { pick } from '../platform/pick';
import type { ApiCaller } from './api-user.server';
import { hashTokenText, isTokenText, newTokenText } from './token-text.server';

const MAX_TOKENS = 50;
/** Minimum interval between updates of the time of last use, to save writes. */
const TOUCH_MS = 5 * 60_000;

export interface NewToken {
  name: string;
  scopes: readonly TokenScope[];
  /** Null for a token that does not expire. */
  expiresAt: Date | null;
}

/** @returns the token, which is stored as a hash only. @throws AppError 'api.too-many-tokens' */
export function createPersonalToken(userId: number, token: NewToken): Promise<string> {
  return inTransaction(async (transaction) => {
    await User.findByPk(userId, { lock: transaction.LOCK.UPDATE, transaction });
    const held = await ApiToken.count({ where: { userId }, transaction });
    if (held >= MAX_TOKENS) throw new AppError('api.too-many-tokens', { most: MAX_TOKENS });
    return insertToken(userId, token, transaction);
  });
}

async function insertToken(
  userId: number,
  { name, scopes, expiresAt }: NewToken,
  transaction: Transaction,
): Promise<string> {
  const text = newTokenText();
  await ApiToken.create(
    {
      publicId: newPublicId(),
      userId,
      name,
      tokenHash: hashTokenText(text),
      ending: text.slice(-4),
      scopes: scopes.join(' '),
      expiresAt,
    },
    { transaction },
  );
  return text;
}

/** The newest first. */
export async function listPersonalTokens(userId: number) {
  const tokens = await ApiToken.findAll({ where: { userId }, order: [['id', 'DESC']] });
  return tokens.map((token) => ({
    ...pick(token, 'publicId', 'name', 'ending', 'createdAt', 'expiresAt', 'lastUsedAt'),
    scopes: scopesOf(token),
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
