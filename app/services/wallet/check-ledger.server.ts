import { QueryTypes } from 'sequelize';
import { database } from '@/models/database.server';

/** A broken invariant of the ledger, by the row that breaks it. */
export interface LedgerFault {
  invariant: string;
  id: number;
}

const CHECKS: Record<string, string> = {
  'a transaction sums to 0': `
    SELECT transaction_id AS id FROM wallet_entries
    GROUP BY transaction_id HAVING SUM(amount_ms) <> 0`,
  'a cached balance equals its entries': `
    SELECT a.id AS id FROM wallet_accounts a LEFT JOIN wallet_entries e ON e.account_id = a.id
    GROUP BY a.id, a.balance_ms HAVING a.balance_ms <> COALESCE(SUM(e.amount_ms), 0)`,
  'no account but external is below 0': `
    SELECT id FROM wallet_accounts WHERE balance_ms < 0 AND kind <> 'external'`,
  'an entry belongs to the user of its transaction': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_transactions t ON t.id = e.transaction_id
    JOIN wallet_accounts a ON a.id = e.account_id WHERE a.user_id <> t.user_id`,
  'a finished transcription is charged once, exactly its duration': `
    SELECT n.id AS id FROM transcriptions n
    LEFT JOIN wallet_transactions s ON s.reference = CONCAT('close:', n.hold_id) AND s.kind = 'settle'
    LEFT JOIN wallet_entries e ON e.transaction_id = s.id AND e.amount_ms > 0
    WHERE n.status = 'succeeded' AND (e.amount_ms IS NULL OR e.amount_ms <> n.duration_ms)`,
  'a failed transcription costs nothing': `
    SELECT n.id AS id FROM transcriptions n
    LEFT JOIN wallet_transactions s ON s.reference = CONCAT('close:', n.hold_id)
    WHERE n.status = 'failed' AND n.hold_id IS NOT NULL AND (s.kind IS NULL OR s.kind <> 'release')`,
  'minutes stay reserved only for work that is under way': `
    SELECT a.id AS id FROM wallet_accounts a WHERE a.kind = 'reserved' AND a.balance_ms <> (
      SELECT COALESCE(SUM(n.duration_ms), 0) FROM transcriptions n
      WHERE n.user_id = a.user_id AND n.status IN ('pending', 'processing'))`,
};

/** Proves the ledger's invariants on the live database. @returns every fault found, none when all hold */
export async function checkLedger(): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const [invariant, sql] of Object.entries(CHECKS)) {
    const rows = await database().query<{ id: number }>(sql, { type: QueryTypes.SELECT });
    faults.push(...rows.map(({ id }) => ({ invariant, id })));
  }
  return faults;
}
