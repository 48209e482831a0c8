import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { QueryTypes, type Transaction } from 'sequelize';
import { removeAbandonedWork, workPath } from '@/app/config/own-work.server';
import type { AccountKind, TransactionKind } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { dayOf } from '@/app/domain/format/day';
import { PRODUCT_NAME } from '@/app/domain/product';
import { database } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';
import { inSnapshot } from '@/models/snapshot.server';

/** hledger accounts, from the user's point of view: assets, expenses, income. */
const HLEDGER_ACCOUNTS: Record<AccountKind, { name: string; type: 'A' | 'X' | 'R' }> = {
  trial: { name: 'assets:trial', type: 'A' },
  subscription: { name: 'assets:subscription', type: 'A' },
  bought: { name: 'assets:bought', type: 'A' },
  reserved: { name: 'assets:reserved', type: 'A' },
  consumed: { name: 'expenses:consumed', type: 'X' },
  external: { name: 'income:external', type: 'R' },
  loss: { name: 'income:loss', type: 'R' },
};

const BATCH = 1_000;

/**
 * A consistent snapshot of the ledger as a new file in hledger's journal format
 * (https://hledger.org/hledger.html#journal), in whole milliseconds, with an assertion of every cached
 * balance. The days are those of each account's time zone. Returns the number of events.
 * @throws AppError 'backup.exists'
 */
export async function writeJournal(file: string): Promise<number> {
  if (await stat(file).catch(() => null)) throw new AppError('backup.exists');
  await removeAbandonedWork(path.dirname(file));
  const unfinished = workPath(path.dirname(file), `${path.basename(file)}.unfinished`);
  const counted = { events: 0 };
  try {
    await inSnapshot((transaction) =>
      pipeline(Readable.from(journal(transaction, counted)), createWriteStream(unfinished, { mode: 0o600 })),
    );
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return counted.events;
}

async function* journal(transaction: Transaction, counted: { events: number }): AsyncGenerator<string> {
  yield `; ${PRODUCT_NAME}: minutes of transcription, in milliseconds; days in each account's time zone\n\ncommodity 1000. ms\n\n`;
  for (const { name, type } of Object.values(HLEDGER_ACCOUNTS)) yield `account ${name}  ; type: ${type}\n`;
  for await (const { kind, owner } of accounts(transaction)) yield `account ${nameOf(kind, owner)}\n`;
  yield '\n';
  let lastDay = '2000-01-01';
  for await (const event of events(transaction)) {
    counted.events += 1;
    const day = dayOf(momentOf(event.createdAt), event.timeZone);
    if (day > lastDay) lastDay = day;
    yield `${day} (${event.id}) ${event.kind} | ${sanitiseDescription(event.reason)}  ; ${sanitiseDescription(event.reference)}\n`;
    for (const { kind, owner, amountMs } of event.entries) {
      yield `    ${nameOf(kind, owner)}  ${amountMs} ms\n`;
    }
    yield '\n';
  }
  yield `${lastDay} balances\n`;
  for await (const { kind, owner, balanceMs } of accounts(transaction)) {
    yield `    ${nameOf(kind, owner)}  0 ms = ${balanceMs} ms\n`;
  }
}

const nameOf = (kind: AccountKind, owner: string) => `${HLEDGER_ACCOUNTS[kind].name}:${owner}`;

const sanitiseDescription = (text: string) => text.replace(/[;|\s]+/g, ' ');

interface AccountRow {
  id: number;
  kind: AccountKind;
  owner: string;
  balanceMs: number;
}

async function* accounts(transaction: Transaction): AsyncGenerator<AccountRow> {
  const found = batches<AccountRow>(
    `SELECT a.id AS id, a.kind AS kind, u.public_id AS owner, a.balance_ms AS balanceMs
    FROM wallet_accounts a JOIN users u ON u.id = a.user_id
    WHERE a.id > :after ORDER BY a.id LIMIT ${BATCH}`,
    transaction,
  );
  for await (const batch of found) yield* batch;
}

interface EventRow {
  id: number;
  kind: TransactionKind;
  reason: string;
  reference: string;
  createdAt: string;
  timeZone: string;
}

interface EntryRow {
  transactionId: number;
  kind: AccountKind;
  owner: string;
  amountMs: number;
}

async function* events(transaction: Transaction): AsyncGenerator<EventRow & { entries: EntryRow[] }> {
  const found = batches<EventRow>(
    `SELECT w.id AS id, w.kind AS kind, w.reason AS reason, w.reference AS reference,
      CAST(w.created_at AS CHAR(23)) AS createdAt, u.time_zone AS timeZone
    FROM wallet_transactions w JOIN users u ON u.id = w.user_id
    WHERE w.id > :after ORDER BY w.id LIMIT ${BATCH}`,
    transaction,
  );
  for await (const batch of found) {
    const entries = await database().query<EntryRow>(
      `SELECT e.transaction_id AS transactionId, a.kind AS kind, u.public_id AS owner, e.amount_ms AS amountMs
      FROM wallet_entries e JOIN wallet_accounts a ON a.id = e.account_id JOIN users u ON u.id = a.user_id
      WHERE e.transaction_id BETWEEN :first AND :last ORDER BY e.transaction_id, e.id`,
      {
        type: QueryTypes.SELECT,
        replacements: { first: batch[0]!.id, last: batch.at(-1)!.id },
        transaction,
      },
    );
    let next = 0;
    for (const event of batch) {
      const first = next;
      while (entries[next]?.transactionId === event.id) next += 1;
      yield { ...event, entries: entries.slice(first, next) };
    }
  }
}

/** Batches of rows of a query with `id > :after` (keyset pagination). */
async function* batches<Row extends { id: number }>(
  sql: string,
  transaction: Transaction,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await database().query<Row>(sql, {
      type: QueryTypes.SELECT,
      replacements: { after },
      transaction,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
