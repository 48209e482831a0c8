import { newPublicId } from '@/models/public-id.server';
import { creditMinutes } from '../billing/wallet/credit-minutes.server';
import { recordAudit } from './audit.server';
import { lockUser, type UserIdentifier } from './lock-user.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/**
 * Credited to the trial account: spent first, untouched by renewals. They lift the trial's limit on the length of a file.
 * `reason` goes to the audit log, not to the ledger, whose reasons are keys.
 * @throws AppError 'admin.user-unknown'
 */
export function grantMinutes(
  request: AdminRequest & { user: UserIdentifier; minutes: number; reason: string },
): Promise<void> {
  const { adminId, minutes, reason } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    const { id: userId } = await lockUser(request.user, transaction);
    const amountMs = minutes * 60_000;
    const reference = `grant:${newPublicId()}`;
    const lot = { userId, account: 'trial', source: reference } as const;
    await creditMinutes({ lot, amountMs, reason: 'grant', reference }, transaction);
    const details = { minutes, reason, reference };
    await recordAudit({ adminId, subjectId: userId, action: 'minutes-granted', details }, transaction);
  });
}
