import { newPublicId } from '@/models/public-id.server';
import { creditMinutes } from '../wallet/credit-minutes.server';
import { lockUser, type UserName } from './lock-user.server';
import { type AdminRequest, onceByAdmin } from './once-by-admin.server';
import { recordAudit } from './record-audit.server';

/**
 * Gives somebody minutes. They go where the trial's own went, among what is given and not bought: they are
 * used first, no renewal takes them away, and since no hours were bought the trial's limit on the length of a
 * file stays as it is.
 * @param request minutes: whole, 1 to 100,000; reason: for the audit, not for the ledger, whose reasons are
 *   words that the wallet page translates
 * @throws AppError 'admin.user-unknown'
 */
export function grantMinutes(
  request: AdminRequest & { user: UserName; minutes: number; reason: string },
): Promise<void> {
  const { adminId, minutes, reason } = request;
  return onceByAdmin(request, async (transaction) => {
    const { id: userId } = await lockUser(request.user, transaction);
    const amountMs = minutes * 60_000;
    const reference = `grant:${newPublicId()}`;
    await creditMinutes({ userId, account: 'trial', amountMs, reason: 'grant', reference }, transaction);
    const details = { minutes, reason, reference };
    await recordAudit({ adminId, subjectId: userId, action: 'minutes-granted', details }, transaction);
  });
}
