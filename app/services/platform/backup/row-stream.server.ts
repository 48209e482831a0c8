import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Transaction } from 'sequelize';
import { testPayments } from '@/app/integrations/payments/index.server';
import type { TestCheckout } from '@/app/integrations/payments/port';
import { database } from '@/models/database.server';
import { readRows } from './backup-file';
import { linesOf } from './lines';
import { rowsOf } from './table-rows.server';

/** In the place of a table's name. */
const CHECKOUTS = 'test-checkouts';

interface RowBatch {
  table: string;
  rows: Record<string, unknown>[];
}

/**
 * All rows of the database, and the test checkouts, compressed: lines `[table, n]`, each followed by n lines of
 * rows as in `backup-file.ts`.
 * @param onRows called with the number of rows of a table as they pass
 */
export function writeRowStream(
  transaction: Transaction,
  onRows: (table: string, count: number) => void,
): AsyncIterable<Buffer> {
  // One batch of rows in memory at a time.
  const lines = Readable.from(linesOfRows(transaction, onRows), { highWaterMark: 1 });
  return pipeline(lines, createGzip(), () => undefined);
}

async function* linesOfRows(transaction: Transaction, onRows: (table: string, count: number) => void) {
  const head = (table: string, count: number) => Buffer.from(`${JSON.stringify([table, count])}\n`);
  for (const checkout of (await testPayments?.listCheckouts()) ?? []) {
    yield Buffer.concat([head(CHECKOUTS, 1), Buffer.from(`${JSON.stringify(checkout)}\n`)]);
  }
  for (const model of Object.values(database().models)) {
    const table = String(model.getTableName());
    onRows(table, 0);
    for await (const { rows, lines } of rowsOf(model, transaction)) {
      onRows(table, rows.length);
      yield head(table, rows.length);
      yield lines;
    }
  }
}

/** Reads what `writeRowStream` wrote: batches of rows, or a checkout. @throws Error when it is cut off */
export async function* readRowStream(
  compressed: AsyncIterable<Buffer>,
): AsyncGenerator<RowBatch | { checkout: TestCheckout }> {
  const source = Readable.from(compressed, { objectMode: false });
  const lines = linesOf(pipeline(source, createGunzip(), () => undefined));
  for await (const line of lines) {
    const [table, count] = JSON.parse(line.toString()) as [string, number];
    const batch: Buffer[] = [];
    while (batch.length < count) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the rows are cut off');
      batch.push(value);
    }
    const whole = batch.join('\n');
    if (table === CHECKOUTS) yield { checkout: JSON.parse(whole) as TestCheckout };
    else yield { table, rows: readRows(Buffer.from(whole)) };
  }
}
