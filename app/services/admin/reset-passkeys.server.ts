import { KnownDevice } from '@/models/known-device.server';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { Session } from '@/models/session.server';
import { recordAudit } from './audit.server';
import { lockUser } from './lock-user.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/**
 * For who lost every passkey and recovery code: removes them, and ends the account's sessions, which a finder of the
 * device may hold. The next sign-in is by mail. Returns how many there were of each.
 * @throws AppError 'admin.user-unknown'
 */
export function resetPasskeys(request: AdminRequest & { email: string }) {
  const { adminId, email } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    const { id: userId } = await lockUser({ email }, transaction);
    const owned = { where: { userId }, transaction };
    const removed = {
      passkeys: await Passkey.destroy(owned),
      codes: await RecoveryCode.destroy(owned),
      sessions: await Session.destroy(owned),
    };
    await KnownDevice.destroy(owned);
    await recordAudit(
      { adminId, subjectId: userId, action: 'passkeys-reset', details: removed },
      transaction,
    );
    return removed;
  });
}
