import '@/tests/support/data-folder';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { debitMinutes } from '@/app/services/billing/wallet/credit-minutes.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { findLot } from '@/app/services/billing/wallet/lots.server';
import { writeJournal } from '@/app/services/billing/wallet/write-journal.server';
import { database, inTransaction } from '@/models/database.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;
const hledger = findExecutable('hledger', process.env.PATH ?? '');
let made = 0;

function explainAbsence(): void {
  process.stderr.write('\n!!! "what hledger says" IS LEFT OUT of this run: hledger is not installed\n\n');
}

describeOnBothDatabases('the journal', () => {
  let userId: number;
  let owner: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ email: 'ana@example.com', name: 'Ana Souza' });
    owner = (await User.findByPk(userId, { rejectOnEmpty: true })).publicId;
    await makeUser();
    await inTransaction(async (transaction) => {
      const bought = { userId, account: 'bought', amountMs: 60 * MINUTE_MS } as const;
      await giveMinutes({ ...bought, reason: '; = | (x)\n', reference: 'order:a' }, transaction);
      const work = { userId, amountMs: 40 * MINUTE_MS, reason: 'transcription' };
      const held = await holdMinutes({ ...work, reference: 'work' }, transaction);
      await closeHold(held, 'settle', transaction);
      const lot = (await findLot('order:a', transaction))!;
      const taking = { lot, kind: 'refund', amountMs: 5 * MINUTE_MS } as const;
      await debitMinutes({ ...taking, reason: 'refund', reference: 'order:b' }, transaction);
      await holdMinutes({ ...work, amountMs: MINUTE_MS, reference: 'more' }, transaction);
    });
  });

  async function write(): Promise<string> {
    made += 1;
    const file = path.join(settings.dataDir, `ledger-${made}.journal`);
    expect(await writeJournal(file)).toBe(7);
    return file;
  }

  it('contains every event, and identifies users by their public id only', async () => {
    const text = await readFile(await write(), 'utf8');
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \(\d+\) refund \| refund {2}; order:b$/m);
    expect(text).toContain(
      `    assets:bought:${owner}  -300000 ms\n    income:external:${owner}  300000 ms\n`,
    );
    expect(text).toContain(`    expenses:consumed:${owner}  2400000 ms\n`);
    expect(text).toContain(`    assets:bought:${owner}  0 ms = ${44 * MINUTE_MS} ms\n`);
    expect(text.replaceAll(owner, '')).not.toMatch(/ana|souza/i);
  });

  it('dates events in each account’s time zone', async () => {
    const days = async () => {
      const events = (await readFile(await write(), 'utf8')).matchAll(/^(\S+) \(\d+\) credit \| trial/gm);
      return Array.from(events, ([, day]) => day);
    };
    await User.update({ timeZone: 'Pacific/Kiritimati' }, { where: { id: userId } });
    await database().query(`UPDATE wallet_transactions SET created_at = '2026-11-20 22:30:00.000'`);
    expect(await days()).toEqual(['2026-11-21', '2026-11-20']);
  });

  it('overwrites no file, and leaves no unfinished one', async () => {
    const file = await write();
    await expect(writeJournal(file)).rejects.toMatchObject({ code: 'backup.exists' });
    expect((await readdir(settings.dataDir)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  if (!hledger) explainAbsence();
  else {
    const ask = async (file: string, ...question: string[]) =>
      (await promisify(execFile)(hledger, ['-f', file, ...question])).stdout;

    it('balances in hledger, account by account', async () => {
      const file = await write();
      await ask(file, 'check', '--strict');
      const balances = await ask(
        file,
        'balance',
        '--depth=2',
        '--no-total',
        '--output-format=csv',
        '--empty',
      );
      expect(balances.replaceAll('"', '').trim().split('\n').slice(1).sort()).toEqual([
        `assets:bought,${44 * MINUTE_MS} ms`,
        `assets:reserved,${MINUTE_MS} ms`,
        'assets:subscription,0',
        `assets:trial,${30 * MINUTE_MS} ms`,
        `expenses:consumed,${40 * MINUTE_MS} ms`,
        `income:external,-${115 * MINUTE_MS} ms`,
        'income:loss,0',
      ]);
    });

    it('is rejected by hledger when a cached balance differs from its entries', async () => {
      await WalletAccount.increment('balanceMs', { by: 1, where: { userId, kind: 'bought' } });
      await expect(ask(await write(), 'check', '--strict')).rejects.toThrow(/balance assertion/i);
    });
  }
});
