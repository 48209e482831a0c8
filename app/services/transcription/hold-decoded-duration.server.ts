import type { Transaction } from 'sequelize';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { maxEquivalentDurationMs } from '@/app/domain/speech/duration-tolerance';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { holdMinutes } from '../billing/wallet/hold-minutes.server';
import { availableMs as availableMsOf, lockWallet } from '../billing/wallet/lock-wallet.server';
import { tooFewMinutes } from '../billing/wallet/month-minutes.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import type { JobClaim } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { assertDurationAllowed, readUploadLimits } from './upload-limits.server';

/** In ms: a recording that reaches it is longer than its owner can pay for or may upload. */
export async function maxDecodeMs({ userId, durationMs }: Transcription): Promise<number> {
  return maxEquivalentDurationMs(await maxPayableMs(userId, durationMs, await readBalance(userId)));
}

/**
 * Replaces the hold for the probed duration by one for the decoded, in one commit; idempotent. `endMs` is
 * where decoding would have stopped.
 * @throws LeaseLost; AppError 'media.too-long', 'wallet.trial-file-too-long' or as tooFewMinutes,
 *   and nothing has changed
 */
export async function holdDecodedDuration(
  { id, userId }: Transcription,
  claim: JobClaim,
  decoded: { durationMs: number; endMs: number },
): Promise<void> {
  await withLease(claim, async (transaction) => {
    const wallet = await lockWallet(userId, transaction);
    const availableMs = await availableMsOf(userId, wallet, transaction);
    const { holdId, durationMs: heldMs } = await Transcription.findByPk(id, {
      rejectOnEmpty: true,
      transaction,
    });
    const paidMs = await maxPayableMs(userId, heldMs, availableMs, transaction);
    if (decoded.durationMs >= Math.min(decoded.endMs, maxEquivalentDurationMs(paidMs))) {
      const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
      await assertDurationAllowed(user, { durationMs: decoded.durationMs, availableMs }, transaction);
      throw tooFewMinutes();
    }
    const durationMs = Math.min(decoded.durationMs, paidMs);
    if (durationMs === heldMs) return;
    await closeHold(holdId!, 'release', transaction);
    const reference = `transcription:${id}:${holdId}`;
    const hold = { userId, amountMs: durationMs, reason: 'transcription', reference };
    const values = { holdId: await holdMinutes(hold, transaction), durationMs };
    await Transcription.update(values, { where: { id }, transaction });
  });
}

/** The longest that the recording may be, in ms; at least what is already held for it. */
async function maxPayableMs(
  userId: number,
  heldMs: number,
  availableMs: number,
  transaction: Transaction | null = null,
): Promise<number> {
  const { maxFileMs, isTrial } = await readUploadLimits(userId, transaction);
  const mostMs = isTrial ? Math.min(maxFileMs, TRIAL_FILE_MS) : maxFileMs;
  return Math.max(heldMs, Math.min(mostMs, heldMs + availableMs));
}
