import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { pick } from '../../platform/pick';
import { consumeOwnChallenge, type OwnCodeForm } from '../confirm-code.server';
import { arePasskeysClosed } from './require-passkey.server';

/** The account's passkeys, the newest last, without their keys. */
export async function listPasskeys(userId: number) {
  const passkeys = await Passkey.findAll({ where: { userId }, order: ['id'] });
  return passkeys.map((passkey) => pick(passkey, 'publicId', 'name', 'createdAt', 'lastUsedAt'));
}

/** One that is not the account's, or gone, is left alone. */
export async function renamePasskey(userId: number, publicId: string, name: string): Promise<void> {
  await Passkey.update({ name }, { where: { userId, publicId } });
}

/**
 * Needs the mailed code, and tells the account by e-mail. The recovery codes go with the last one.
 * @throws AppError 'account.passkey-required' (arePasskeysClosed), and those of consumeChallenge
 */
export async function removePasskey(form: OwnCodeForm & { publicId: string }): Promise<void> {
  const { userId, sessionId, publicId } = form;
  await consumeOwnChallenge(
    form,
    'remove-passkey',
    async (_challenge, transaction) => {
      const passkey = await Passkey.findOne({ where: { userId, publicId }, transaction });
      if (!passkey) return {};
      if (await arePasskeysClosed(form, transaction)) return { error: 'account.passkey-required' };
      const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
      await passkey.destroy({ transaction });
      if ((await Passkey.count({ where: { userId }, transaction })) === 0)
        await RecoveryCode.destroy({ where: { userId }, transaction });
      const { name } = passkey;
      const language = toInterfaceLanguage(user.language ?? DEFAULT_LANGUAGE);
      const news = { to: user.email, language, change: 'removed', name } as const;
      await enqueue('announce-passkey', news, { userId, transaction });
      return {};
    },
    `session:${sessionId} ${publicId}`,
  );
}
