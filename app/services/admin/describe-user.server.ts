import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Session } from '@/models/session.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { readBalances } from '../billing/wallet/read-balance.server';
import { pick } from '../platform/pick';
import { listAudit } from './audit.server';

const RECENT = 10;

/** Figures only, no texts or recordings, for administrators. @throws AppError 'admin.user-unknown' */
export async function describeUser(publicId: string) {
  const user = isPublicId(publicId) ? await User.findOne({ where: { publicId, deletedAt: null } }) : null;
  if (!user) throw new AppError('admin.user-unknown');
  const userId = user.id;
  return {
    ...pick(user, 'publicId', 'name', 'email', 'role', 'consumptionRule', 'createdAt'),
    balances: await readBalances(userId),
    transcriptions: await Transcription.count({ where: { userId } }),
    sessions: await Session.count({ where: { userId } }),
    ledger: await recentLedger(userId),
    audit: (await listAudit(RECENT, { subjectId: userId })).rows,
  };
}

/** `amountMs` is the change of the spendable balance. */
async function recentLedger(userId: number) {
  const posted = await WalletTransaction.findAll({
    where: { userId },
    include: {
      model: WalletEntry,
      as: 'entries',
      separate: true,
      include: [{ model: WalletAccount, as: 'account' }],
    },
    order: [['id', 'DESC']],
    limit: RECENT,
  });
  return posted.map((event) => ({
    ...pick(event, 'id', 'createdAt', 'kind', 'reason'),
    amountMs: (event.entries ?? [])
      .filter((entry) => SPENDABLE_ACCOUNTS.some((spendable) => spendable === entry.account!.kind))
      .reduce((sum, entry) => sum + entry.amountMs, 0),
  }));
}
