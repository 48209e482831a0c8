import { Op, type Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { DEVICE_LIFETIME_MS } from '@/app/domain/account/known-device';
import { KnownDevice } from '@/models/known-device.server';
import { User } from '@/models/user.server';

const hashToken = (deviceToken: string) => keyedHash('known-device', deviceToken);

/** Derives a known-device token from a session token: equal for equal sessions (see sessionTokenFor). */
export const deviceTokenFor = (sessionToken: string): string => keyedHash('device-token', sessionToken);

/**
 * All accounts that knew the browser by the token `earlier` know it by the new one from then on, so a planted
 * or copied token becomes worthless.
 */
export async function rememberDevice(
  device: { userId: number; sessionId: number; token: string; earlier: string | null },
  transaction: Transaction,
): Promise<void> {
  const { userId, sessionId, token, earlier } = device;
  const tokenHash = hashToken(token);
  if (earlier) {
    const stale = hashToken(earlier);
    await KnownDevice.destroy({ where: { tokenHash: stale, userId }, transaction });
    await KnownDevice.update({ tokenHash }, { where: { tokenHash: stale }, transaction });
  }
  const expiresAt = new Date(Date.now() + DEVICE_LIFETIME_MS);
  await KnownDevice.create({ userId, tokenHash, sessionId, expiresAt }, { transaction });
}

export function findKnownDevice(
  deviceToken: string,
  email: string,
  transaction: Transaction,
): Promise<KnownDevice | null> {
  return KnownDevice.findOne({
    where: { tokenHash: hashToken(deviceToken), expiresAt: { [Op.gt]: new Date() } },
    include: [{ model: User, as: 'user', required: true, where: { email, deletedAt: null } }],
    transaction,
  });
}
