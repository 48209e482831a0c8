import { QueryTypes } from 'sequelize';
import { HOUR_MS } from '@/app/domain/billing/payments/catalogue';
import { database } from '@/models/database.server';

const SPENDABLE = "('trial', 'subscription', 'bought')";

/** What is paid for of an order, times what was paid: whole numbers, since both databases round otherwise. */
const PAID = "CASE WHEN o.status = 'paid' THEN COALESCE(o.paid_cents, o.amount_cents) ELSE 0 END";
const KEPT = `(${PAID} - o.refunded_cents - o.disputed_cents)`;

const ORDER_LOT = 'the lot of an order of hours is what remains paid for';

const CHECKS: Record<string, string> = {
  'a transaction sums to 0': `
    SELECT transaction_id AS id FROM wallet_entries
    GROUP BY transaction_id HAVING SUM(amount_ms) <> 0`,
  'a transaction has entries': `
    SELECT t.id AS id FROM wallet_transactions t
    WHERE NOT EXISTS (SELECT 1 FROM wallet_entries e WHERE e.transaction_id = t.id)`,
  'a cached balance equals its entries': `
    SELECT a.id AS id FROM wallet_accounts a LEFT JOIN wallet_entries e ON e.account_id = a.id
    GROUP BY a.id, a.balance_ms HAVING a.balance_ms <> COALESCE(SUM(e.amount_ms), 0)`,
  'no account but external and loss is below 0': `
    SELECT id FROM wallet_accounts WHERE balance_ms < 0 AND kind NOT IN ('external', 'loss')`,
  'a loss is not above 0': `
    SELECT id FROM wallet_accounts WHERE balance_ms > 0 AND kind = 'loss'`,
  'an entry belongs to the user of its transaction': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_transactions t ON t.id = e.transaction_id
    JOIN wallet_accounts a ON a.id = e.account_id WHERE a.user_id <> t.user_id`,
  'minutes have a lot of their account and user': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_accounts a ON a.id = e.account_id
    LEFT JOIN wallet_lots l ON l.id = e.lot_id
    WHERE CASE
      WHEN a.kind IN ${SPENDABLE} THEN l.id IS NULL OR l.account <> a.kind OR l.user_id <> a.user_id
      WHEN a.kind = 'loss' THEN l.id IS NULL OR l.user_id <> a.user_id
      ELSE l.id IS NOT NULL END`,
  'what remains of a lot equals its entries': lotsThatDiffer('remaining_ms', `a.kind IN ${SPENDABLE}`),
  'the credit of a lot equals its entries': lotsThatDiffer(
    'credited_ms',
    `a.kind IN ${SPENDABLE} AND t.kind IN ('credit', 'refund', 'expire')`,
  ),
  'the loss of a lot equals its entries': lotsThatDiffer('lost_ms', "a.kind = 'loss'", '-e.amount_ms'),
  'a lot is neither overdrawn nor fuller than its credit': `
    SELECT id FROM wallet_lots WHERE remaining_ms < 0 OR remaining_ms > credited_ms OR lost_ms < 0`,
  'the trial is credited once': `
    SELECT MAX(id) AS id FROM wallet_transactions WHERE kind = 'credit' AND reason = 'trial'
    GROUP BY user_id HAVING COUNT(*) > 1`,
  'an event is posted with the sign of its kind': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_transactions t ON t.id = e.transaction_id
    JOIN wallet_accounts a ON a.id = e.account_id
    WHERE a.kind IN ${SPENDABLE} AND (
      (t.kind IN ('credit', 'release') AND e.amount_ms <= 0)
      OR (t.kind IN ('hold', 'refund', 'expire') AND e.amount_ms >= 0)
      OR t.kind IN ('settle', 'loss'))`,
  'a finished transcription is charged once, exactly its duration': `
    SELECT n.id AS id FROM transcriptions n
    LEFT JOIN wallet_transactions s ON s.reference = CONCAT('close:', n.hold_id) AND s.kind = 'settle'
    LEFT JOIN wallet_entries e ON e.transaction_id = s.id AND e.amount_ms > 0
    WHERE n.status = 'succeeded' AND n.imported_from IS NULL
    AND (e.amount_ms IS NULL OR e.amount_ms <> n.duration_ms)`,
  'an imported text costs nothing': `
    SELECT id FROM transcriptions WHERE imported_from IS NOT NULL AND hold_id IS NOT NULL`,
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
      AND COALESCE(b.lot_id, 0) = COALESCE(e.lot_id, 0)
    WHERE h.kind = 'hold' AND (c.kind = 'release' OR a.kind = 'reserved')
    AND e.amount_ms + COALESCE(b.amount_ms, 0) <> 0`,
  'what was paid for stands beside its payment': `
    SELECT t.id AS id FROM wallet_transactions t LEFT JOIN orders o ON o.id = t.order_id
    WHERE t.reason IN ('bought', 'given-again', 'subscription', 'plan-change', 'refund')
    AND (o.id IS NULL OR o.user_id <> t.user_id)`,
  'an order of hours has the price and the hours that it was offered': `
    SELECT id FROM orders WHERE kind = 'hours'
    AND (amount_cents <> quantity * unit_cents OR minutes_ms <> quantity * ${HOUR_MS})`,
  'an order was not returned more than was paid': `
    SELECT o.id AS id FROM orders o
    WHERE o.refunded_cents < 0 OR o.disputed_cents < 0 OR (o.status = 'paid' AND ${KEPT} < 0)`,
  // Shares are rounded down to whole milliseconds. What was paid in full by a coupon has no share.
  [ORDER_LOT]: `
    SELECT o.id AS id FROM orders o LEFT JOIN wallet_lots l ON l.source = CONCAT('order:', o.public_id)
    WHERE o.kind = 'hours' AND CASE
      WHEN o.status <> 'paid' THEN COALESCE(l.credited_ms - l.lost_ms, 0) <> 0
      WHEN o.refunded_cents + o.disputed_cents = 0 THEN COALESCE(l.credited_ms - l.lost_ms, 0) <> o.minutes_ms
      ELSE COALESCE(l.credited_ms - l.lost_ms, 0) * ${PAID} > o.minutes_ms * ${KEPT}
        OR (COALESCE(l.credited_ms - l.lost_ms, 0) + 1) * ${PAID} <= o.minutes_ms * ${KEPT} END`,
  'a lot is named by its own source': `
    SELECT l.id AS id FROM wallet_lots l LEFT JOIN orders o ON o.id = l.order_id
    WHERE (l.source LIKE 'order:%' AND (o.id IS NULL OR l.source <> CONCAT('order:', o.public_id)))
    OR (o.id IS NOT NULL AND o.user_id <> l.user_id)
    OR (l.account = 'bought' AND l.ends_at IS NOT NULL)`,
  'a subscription gives and takes no other minutes than its own': `
    SELECT e.id AS id FROM wallet_entries e
    JOIN wallet_transactions t ON t.id = e.transaction_id
    JOIN wallet_accounts a ON a.id = e.account_id
    WHERE t.reference LIKE 'subscription:%' AND a.kind NOT IN ('subscription', 'external', 'loss')`,
  "a subscription's month is granted once it is paid, and in full": `
    SELECT s.id AS id FROM subscriptions s
    LEFT JOIN wallet_lots l ON l.source = CONCAT('subscription:', s.id, ':', s.month_number)
    WHERE s.month_start IS NOT NULL AND (
      COALESCE(l.credited_ms - l.lost_ms, 0) <> s.month_planned_ms
      OR NOT EXISTS (
        SELECT 1 FROM orders o WHERE o.subscription_id = s.id AND o.status = 'paid'
        AND o.period_start <= s.month_start AND o.period_end >= s.month_end))`,
};

/** Lots one of whose figures is not the sum of their entries. */
function lotsThatDiffer(figure: string, condition: string, amount = 'e.amount_ms'): string {
  return `
    SELECT l.id AS id FROM wallet_lots l
    LEFT JOIN wallet_entries e ON e.lot_id = l.id
    LEFT JOIN wallet_transactions t ON t.id = e.transaction_id
    LEFT JOIN wallet_accounts a ON a.id = e.account_id
    GROUP BY l.id, l.${figure}
    HAVING l.${figure} <> COALESCE(SUM(CASE WHEN ${condition} THEN ${amount} ELSE 0 END), 0)`;
}

/** Checks the ledger's invariants on the live database. @returns all violations, empty when none */
export async function checkLedger(): Promise<{ invariant: string; id: number }[]> {
  const faults = [];
  for (const invariant of Object.keys(CHECKS)) {
    faults.push(...(await findRows(invariant)).map((id) => ({ invariant, id })));
  }
  return faults;
}

/** Ids of the orders of hours whose minutes are not those that are paid for. */
export const findUnbalancedOrders = (): Promise<number[]> => findRows(ORDER_LOT);

async function findRows(invariant: string): Promise<number[]> {
  const rows = await database().query<{ id: number }>(CHECKS[invariant]!, { type: QueryTypes.SELECT });
  return rows.map(({ id }) => id);
}

export async function assertLedgerIntegrity(): Promise<void> {
  const faults = await checkLedger();
  if (faults.length === 0) return;
  throw new Error(faults.map(({ invariant, id }) => `row ${id} breaks: ${invariant}`).join('\n'));
}
