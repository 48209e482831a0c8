import { QueryTypes } from 'sequelize';
import { database } from '@/models/database.server';

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
  'a hold ends with exactly what it held': `
    SELECT DISTINCT h.id AS id FROM wallet_transactions h
    JOIN wallet_transactions c ON c.reference = CONCAT('close:', h.id)
    JOIN wallet_entries e ON e.transaction_id = h.id
    JOIN wallet_accounts a ON a.id = e.account_id
    LEFT JOIN wallet_entries b ON b.transaction_id = c.id AND b.account_id = e.account_id
    WHERE h.kind = 'hold' AND (c.kind = 'release' OR a.kind = 'reserved')
    AND e.amount_ms + COALESCE(b.amount_ms, 0) <> 0`,
  'what was paid for stands beside its payment': `
    SELECT t.id AS id FROM wallet_transactions t LEFT JOIN orders o ON o.id = t.order_id
    WHERE t.reason IN ('bought', 'given-again', 'subscription', 'plan-change', 'refund')
    AND (o.id IS NULL OR o.user_id <> t.user_id)`,
  'an order of hours has the credits that it says': `
    SELECT o.id AS id FROM orders o
    LEFT JOIN wallet_transactions t ON t.order_id = o.id
    LEFT JOIN wallet_entries e ON e.transaction_id = t.id
    LEFT JOIN wallet_accounts a ON a.id = e.account_id
    WHERE o.kind = 'hours' GROUP BY o.id, o.credited_ms
    HAVING o.credited_ms <> COALESCE(SUM(CASE WHEN a.kind = 'bought' THEN e.amount_ms ELSE 0 END), 0)`,
  // Shares are rounded down to whole milliseconds; spent minutes cannot be taken back.
  'an order of hours is credited what remains paid, and at most what was': `
    SELECT id FROM orders WHERE kind = 'hours' AND (
      credited_ms < 0
      OR credited_ms > CASE status WHEN 'paid' THEN minutes_ms ELSE 0 END
      OR (status = 'paid' AND
        (credited_ms + 1) * amount_cents <= minutes_ms * (amount_cents - refunded_cents - disputed_cents)))`,
  'a subscription gives and takes no other minutes than its own': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_transactions t ON t.id = e.transaction_id
    JOIN wallet_accounts a ON a.id = e.account_id
    WHERE t.reference LIKE 'subscription:%' AND a.kind NOT IN ('subscription', 'external')`,
  "a subscription's month has the grants that it says": `
    SELECT s.id AS id FROM subscriptions s
    LEFT JOIN wallet_transactions t ON t.user_id = s.user_id AND t.kind IN ('credit', 'refund')
      AND t.reference LIKE CONCAT('subscription:', s.id, ':', s.month_number, ':%')
      AND s.month_start IS NOT NULL
    LEFT JOIN wallet_entries e ON e.transaction_id = t.id
    LEFT JOIN wallet_accounts a ON a.id = e.account_id
    GROUP BY s.id, s.month_granted_ms
    HAVING s.month_granted_ms <> COALESCE(SUM(CASE WHEN a.kind = 'subscription' THEN e.amount_ms ELSE 0 END), 0)`,
  "a subscription's month is granted once it is paid, and in full": `
    SELECT s.id AS id FROM subscriptions s WHERE s.month_start IS NOT NULL AND (
      s.month_granted_ms < s.month_planned_ms
      OR NOT EXISTS (
        SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.status = 'paid'
        AND o.period_start <= s.month_start AND o.period_end >= s.month_end))`,
};

/** Checks the ledger's invariants on the live database. @returns all violations, empty when none */
export async function checkLedger(): Promise<{ invariant: string; id: number }[]> {
  const faults = [];
  for (const [invariant, sql] of Object.entries(CHECKS)) {
    const rows = await database().query<{ id: number }>(sql, { type: QueryTypes.SELECT });
    faults.push(...rows.map(({ id }) => ({ invariant, id })));
  }
  return faults;
}

export async function assertLedgerIntegrity(): Promise<void> {
  const faults = await checkLedger();
  if (faults.length === 0) return;
  throw new Error(faults.map(({ invariant, id }) => `row ${id} breaks: ${invariant}`).join('\n'));
}
