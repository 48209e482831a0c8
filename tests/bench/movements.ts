import { QueryTypes } from 'sequelize';
import { writeMovements } from '@/app/services/billing/wallet/list-movements.server';
import { database } from '@/models/database.server';
import { addCredits } from '../factories/credits';
import { medianMs, onEachDatabase } from './on-each-database';

const DEFAULT_ROWS = 50_000;
const RUNS = 5;
/** The table may take this many times as long as the query alone. */
const MOST = 3;

/**
 * The CSV of all movements of a wallet, beside one statement that reads the same rows.
 * @param rows movements; fewer for a trial
 */
export function movements(rows = DEFAULT_ROWS): Promise<void> {
  return onEachDatabase(async (userId) => {
    await addCredits(userId, rows - 1);
    const queryMs = await medianMs(RUNS, () => queryAlone(userId));
    const tableMs = await medianMs(RUNS, () => drain(userId));
    const ratio = tableMs / queryMs;
    const verdict = ratio <= MOST ? '' : `, more than ${MOST} ×`;
    process.stdout.write(`    ${rows} rows: query ${queryMs.toFixed(0)} ms, CSV ${tableMs.toFixed(0)} ms\n`);
    process.stdout.write(`    ${ratio.toFixed(2)} × the query${verdict}\n`);
  });
}

const queryAlone = (userId: number) =>
  database().query(
    `SELECT w.id, w.kind, w.reason, w.created_at, MAX(t.title) AS title, SUM(e.amount_ms) AS amount_ms
    FROM wallet_transactions w JOIN wallet_entries e ON e.transaction_id = w.id AND e.amount_ms > 0
    LEFT JOIN transcriptions t ON CONCAT('close:', t.hold_id) = w.reference AND t.user_id = w.user_id
    WHERE w.user_id = :userId AND w.kind IN ('credit', 'settle', 'refund', 'expire')
    GROUP BY w.id, w.kind, w.reason, w.created_at ORDER BY w.id DESC`,
    { type: QueryTypes.SELECT, replacements: { userId } },
  );

async function drain(userId: number): Promise<number> {
  let bytes = 0;
  const reader = { language: 'pt', timeZone: 'America/Sao_Paulo' } as const;
  for await (const chunk of writeMovements(userId, reader)) bytes += chunk.length;
  return bytes;
}
