import { rm } from 'node:fs/promises';
import { AppError } from '@/app/domain/errors';
import { MAX_DICTATIONS } from '@/app/domain/upload/dictation';
import { speech } from '@/app/integrations/speech/index.server';
import { inTransaction } from '@/models/database.server';
import { Dictation } from '@/models/dictation.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { availableMs, lockWallet } from '../../../billing/wallet/lock-wallet.server';
import { tooFewMinutes } from '../../../billing/wallet/month-minutes.server';
import { limitRate, type Rate } from '../../../platform/limits/limit-rate.server';
import { dictationFile } from '../../../platform/storage/dictation-file.server';

const RATE: Rate = { most: 30, windowMs: 3_600_000 };

/**
 * Begins the server's copy of a recording that is being made; the account's oldest ones make room for it.
 * @throws AppError 'upload.not-found' without live text, 'wallet.insufficient-funds' (text costs nothing, but is for
 *   who can have the recording transcribed), 'upload.too-many', 'account.login-required' when the account
 *   was deleted meanwhile
 */
export async function beginDictation(begun: {
  userId: number;
  language: string;
}): Promise<{ publicId: string }> {
  if (!speech.follow) throw new AppError('upload.not-found');
  const { userId } = begun;
  const { publicId, surplus } = await inTransaction(async (transaction) => {
    // Serialises this per user, also against the deletion of the account.
    const wallet = await lockWallet(userId, transaction);
    if ((await availableMs(userId, wallet, transaction)) <= 0) throw tooFewMinutes();
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    if ((await limitRate(`dictation:${userId}`, RATE, transaction)) > 0)
      throw new AppError('upload.too-many');
    const others = await Dictation.findAll({ where: { userId }, order: [['id', 'DESC']], transaction });
    const oldest = others.slice(MAX_DICTATIONS - 1);
    for (const dictation of oldest) await dictation.destroy({ transaction });
    const made = await Dictation.create({ ...begun, publicId: newPublicId() }, { transaction });
    return { publicId: made.publicId, surplus: oldest };
  });
  for (const dictation of surplus) await rm(dictationFile(dictation.publicId), { force: true });
  return { publicId };
}
