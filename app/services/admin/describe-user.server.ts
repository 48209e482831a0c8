import {
  SPENDABLE_ACCOUNTS,
  type SpendableAccount,
  type TransactionKind,
} from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Session } from '@/models/session.server';
import { Transcription } from '@/models/transcription.server';
import { type ConsumptionRule, type Role, User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { readBalances } from '../billing/wallet/read-balance.server';
import { type AuditLine, listAudit } from './audit.server';

export interface LedgerLine {
  id: number;
  createdAt: Date;
  kind: TransactionKind;
  reason: string;
  /** Change of the spendable balance, in whole milliseconds. */
  amountMs: number;
}

/** An account as shown to administrators: figures only, no texts or recordings. */
export interface DescribedUser {
  publicId: string;
  name: string;
  email: string;
  role: Role;
  consumptionRule: ConsumptionRule;
  createdAt: Date;
  /** Whole milliseconds: what can be spent, and what running work has reserved. */
  balances: Record<SpendableAccount | 'reserved', number>;
  transcriptions: number;
  sessions: number;
  ledger: LedgerLine[];
  audit: AuditLine[];
}

const RECENT = 10;

/** @throws AppError 'admin.user-unknown' */
export async function describeUser(publicId: string): Promise<DescribedUser> {
  const user = isPublicId(publicId) ? await User.findOne({ where: { publicId, deletedAt: null } }) : null;
  if (!user) throw new AppError('admin.user-unknown');
  const { id: userId, name, email, role, consumptionRule, createdAt } = user;
  return {
    ...{ publicId, name, email, role, consumptionRule, createdAt },
    balances: await readBalances(userId),
    transcriptions: await Transcription.count({ where: { userId } }),
    sessions: await Session.count({ where: { userId } }),
    ledger: await recentLedger(userId),
    audit: (await listAudit(RECENT, { subjectId: userId })).rows,
  };
}

async function recentLedger(userId: number): Promise<LedgerLine[]> {
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
  return posted.map(({ id, createdAt, kind, reason, entries = [] }) => ({
    ...{ id, createdAt, kind, reason },
    amountMs: entries
      .filter((entry) => SPENDABLE_ACCOUNTS.some((spendable) => spendable === entry.account!.kind))
      .reduce((sum, entry) => sum + entry.amountMs, 0),
  }));
}
