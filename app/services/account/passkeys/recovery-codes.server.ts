import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { formatRecoveryCode, RECOVERY_CODES } from '@/app/domain/account/recovery-code';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { consumeOwnChallenge, type OwnCodeForm } from '../confirm-code.server';
import { arePasskeysClosed } from './require-passkey.server';

/** A keyed hash, also of the account, so that a stolen database tells none. */
const hashCode = (userId: number, code: string) => keyedHash('recovery-code', `${userId}:${code}`);

/** Derived from `seed`, which is of this account and used once, so that a repeated post shows the same codes. */
export const recoveryCodesOf = (userId: number, seed: string): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, index) =>
    formatRecoveryCode(keyedHash('recovery-codes', `${userId}:${seed}:${index}`)),
  );

/** Those of recoveryCodesOf in place of all earlier ones. */
export async function replaceRecoveryCodes(
  userId: number,
  seed: string,
  transaction: Transaction,
): Promise<void> {
  await RecoveryCode.destroy({ where: { userId }, transaction });
  const rows = recoveryCodesOf(userId, seed).map((code) => ({ userId, codeHash: hashCode(userId, code) }));
  await RecoveryCode.bulkCreate(rows, { transaction });
}

export const countRecoveryCodes = (userId: number): Promise<number> =>
  RecoveryCode.count({ where: { userId } });

/**
 * Needs the mailed code, and tells the account by e-mail. Returns the new codes, which nobody can read again.
 * @throws AppError 'form.malformed' without a passkey, 'account.passkey-required' (arePasskeysClosed), and those
 *   of consumeChallenge
 */
export async function renewRecoveryCodes(form: OwnCodeForm): Promise<string[]> {
  const { userId } = form;
  const { seed } = await consumeOwnChallenge<{ seed: string }>(
    form,
    'recovery-codes',
    async (challenge, transaction) => {
      if ((await Passkey.count({ where: { userId }, transaction })) === 0) return { error: 'form.malformed' };
      if (await arePasskeysClosed(form, transaction)) return { error: 'account.passkey-required' };
      await replaceRecoveryCodes(userId, challenge.publicId, transaction);
      await announce(userId, 'made', transaction);
      return { seed: challenge.publicId };
    },
  );
  return recoveryCodesOf(userId, seed);
}

/** Uses the code up and tells the account by e-mail; false when it is none of the account's. */
export async function spendRecoveryCode(
  userId: number,
  code: string,
  transaction: Transaction,
): Promise<boolean> {
  const where = { userId, codeHash: hashCode(userId, code) };
  if ((await RecoveryCode.destroy({ where, transaction })) === 0) return false;
  await announce(userId, 'used', transaction);
  return true;
}

async function announce(userId: number, change: 'made' | 'used', transaction: Transaction): Promise<void> {
  const { email, language } = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
  const left = await RecoveryCode.count({ where: { userId }, transaction });
  const news = { to: email, language: toInterfaceLanguage(language ?? DEFAULT_LANGUAGE), change, left };
  await enqueue('announce-recovery-codes', news, { userId, transaction });
}
