import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { isTokenText } from '@/app/services/api/token-text.server';
import { type Database, openDatabase, switchDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { png } from '@/tests/factories/pictures';
import { makeUser } from '@/tests/factories/user';
import { builtCommand } from '@/tests/support/built';
import { StripeServer } from '@/tests/support/stripe';

let dataDir: string;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-command-'));
  database = openDatabase({ file: path.join(dataDir, 'celeste.sqlite') });
  await migrate(database);
  switchDatabase(database);
  await makeUser({ email: 'ana@example.com' });
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

interface Outcome {
  code: unknown;
  out: string;
  error: string;
}

/** Output and exit status of the command. */
function admin(...args: string[]): Promise<Outcome> {
  return adminWith({ DATA_DIR: dataDir }, ...args);
}

function adminWith(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return run(settings, builtCommand('admin'), ...args);
}

function run(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const options = { cwd: projectDir, env: { ...process.env, ...settings } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (failed, out, error) =>
      resolve({ code: failed?.code ?? 0, out, error }),
    );
  });
}

/** The same for several commands, one after the other in one process. */
async function adminInTurn(commands: string[][]): Promise<Outcome[]> {
  const script = 'tests/support/admin-in-turn.js';
  const { out, error } = await run({ DATA_DIR: dataDir }, script, JSON.stringify(commands));
  expect(error).toBe('');
  return JSON.parse(out);
}

const select = async (sql: string) => (await database.query(sql))[0];

const WRONG = [
  ['toString'],
  ['role', 'ana@example.com'],
  ['role', 'nobody@example.com', 'admin'],
  ['grant', 'ana@example.com', '0', 'reason'],
  ['flag', 'maintenance', 'on'],
  ['flag', 'celeste-youtube', 'on', 'ana'],
  ['maintenance', 'on', 'off'],
  ['ad', 'package.json'],
  ['ad', 'README.md'],
  ['retry', 'x'],
  ['retry', '1'],
  ['reset-passkeys'],
  ['reset-passkeys', 'nobody@example.com'],
  ['token'],
  ['token', 'nobody@example.com'],
  ['backup'],
  ['backup', 'README.md'],
  ['backups'],
  ['backup-verify'],
  ['backup-verify', 'README.md'],
  ['ledger'],
  ['ledger', 'README.md'],
  ['ledger-check', 'now'],
  ['stripe-setup'],
  ['stripe-check'],
  ['stripe-check', 'now'],
  ['migrations', 'now'],
  ['restore', 'README.md'],
  ['restore', 'no/such/file'],
  ['restore', 'latest'],
];

describe('npm run admin', () => {
  it('lists its commands, one line each', async () => {
    const { code, out, error } = await admin();
    expect([code, error]).toEqual([0, '']);
    expect(out.split('\n').map((line) => /^npm run admin -- ([\w-]+)/.exec(line)?.[1])).toEqual([
      ...[
        'role',
        'grant',
        'invite',
        'flag',
        'maintenance',
        'ad',
        'retry',
        'reset-passkeys',
        'token',
        'backup',
        'backups',
        'backup-verify',
        'restore',
        'ledger',
        'ledger-check',
        'stripe-setup',
        'stripe-check',
        'migrations',
        undefined,
      ],
    ]);
  });

  it('reports what is wrong in one line, with exit status 1', async () => {
    const { code, out, error } = await admin('nothing');
    expect([code, out, error]).toEqual([1, '', 'There is no command nothing; npm run admin lists them.\n']);
  });

  describe('reports in one line what is wrong with', () => {
    let outcomes: Outcome[];

    beforeAll(async () => {
      outcomes = await adminInTurn(WRONG);
    });

    it.each(WRONG.map((args, index) => [args.join(' '), index] as const))('%s', (_, index) => {
      const { code, out, error } = outcomes[index]!;
      expect([code, out]).toEqual([1, '']);
      expect(error).toMatch(/^[^\n]{10,200}\n$/);
      expect(error).not.toContain('undefined');
    });

    it('a command, and changes nothing', async () => {
      expect(await select('SELECT COUNT(*) AS entries FROM audit_entries')).toEqual([{ entries: 0 }]);
    });
  });

  it('sets Stripe up with its secret key alone, says what it did, and compares', async () => {
    const stripe = await new StripeServer().start();
    const { STRIPE_WEBHOOK_SECRET: _, ...access } = stripe.environment;
    const place = { PUBLIC_URL: 'https://celeste.example.org', SESSION_SECRET: 's'.repeat(32) };
    const atStripe = (command: string) => adminWith({ DATA_DIR: dataDir, ...access, ...place }, command);
    try {
      expect(await atStripe('stripe-check')).toMatchObject({ code: 1, error: '' });
      const made = await atStripe('stripe-setup');
      expect([made.code, made.error]).toEqual([0, '']);
      expect(made.out).toContain('product celeste_hour: made, "Hora de transcrição"\n');
      expect(made.out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_of_\w+ /);
      expect(stripe.catalogue.endpoints.map(({ url }) => url)).toEqual([
        'https://celeste.example.org/webhooks/stripe',
      ]);
      const same = { code: 0, error: '', out: 'nothing changed: all is set up at Stripe\n' };
      expect(await atStripe('stripe-setup')).toEqual(same);
      expect(await atStripe('stripe-check')).toMatchObject({ code: 0, out: 'all is set up at Stripe\n' });
      expect(await run({ DATA_DIR: dataDir, ...access }, builtCommand('web'))).toMatchObject({
        code: 1,
        error: 'STRIPE_WEBHOOK_SECRET: got nothing, takes what npm run admin -- stripe-setup prints\n',
      });
      expect(stripe.rejections).toEqual([]);
    } finally {
      await stripe.stop();
    }
  });

  it('runs its commands, and records them in the audit log as the terminal', async () => {
    expect((await admin('role', 'ANA@example.com', 'admin')).out).toBe(
      'ANA@example.com is an administrator\n',
    );
    await admin('grant', 'ana@example.com', '45', 'an', 'apology');
    await admin('flag', 'celeste-youtube', 'on', 'Ana@example.com', 'rui@example.com');
    await admin('flag', 'celeste-youtube', 'off');
    await admin('maintenance', 'on');
    await writeFile(path.join(dataDir, 'a.png'), png(2, 1));
    const ad = { title: 'Novidade', message: 'Legendas', html: '<p>a<script>b</script>', image: 'a.png' };
    await writeFile(path.join(dataDir, 'ad.json'), JSON.stringify(ad));
    expect(await admin('ad', path.join(dataDir, 'ad.json'))).toMatchObject({ code: 0, error: '' });
    expect(await select('SELECT role FROM users')).toEqual([{ role: 'admin' }]);
    expect(await select(`SELECT balance_ms FROM wallet_accounts WHERE kind = 'trial'`)).toEqual([
      { balance_ms: 75 * 60_000 },
    ]);
    expect(await select('SELECT name, is_on, emails FROM flags ORDER BY name')).toEqual([
      { name: 'celeste-youtube', is_on: 0, emails: '["ana@example.com","rui@example.com"]' },
      { name: 'maintenance', is_on: 1, emails: '[]' },
    ]);
    expect(
      await select('SELECT title, html, image_key IS NOT NULL AS has_image, is_active FROM ads'),
    ).toEqual([{ title: 'Novidade', html: '<p>a</p>', has_image: 1, is_active: 1 }]);
    expect((await admin('reset-passkeys', 'Ana@example.com')).out).toBe(
      'Ana@example.com: removed passkeys: 0, recovery codes: 0; ended sessions: 0\n',
    );
    await admin('ad', 'off');
    await admin('maintenance', 'off');
    expect(await select('SELECT is_active FROM ads')).toEqual([{ is_active: 0 }]);
    expect(await select('SELECT action FROM audit_entries WHERE admin_id IS NULL ORDER BY id')).toEqual(
      [
        ...['role-admin', 'minutes-granted', 'feature-on', 'feature-off', 'maintenance-on'],
        ...['ad-published', 'passkeys-reset', 'ads-off', 'maintenance-off'],
      ].map((action) => ({ action })),
    );
  });

  it('writes the ledger', async () => {
    const file = path.join(dataDir, 'ledger.journal');
    const { code, out } = await admin('ledger', file);
    expect([code, out]).toEqual([0, expect.stringMatching(/ledger\.journal has \d+ transactions\n$/)]);
    expect(await readFile(file, 'utf8')).toContain('credit | trial');
  });

  it('makes a personal token that it prints once', async () => {
    const { code, out } = await admin('token', 'Ana@example.com');
    expect([code, isTokenText(out.trimEnd())]).toEqual([0, true]);
    const ending = out.trimEnd().slice(-4);
    expect(await select('SELECT ending, scopes FROM api_tokens')).toEqual([
      { ending, scopes: 'read write billing' },
    ]);
    expect(await select("SELECT COUNT(*) AS count FROM audit_entries WHERE action = 'token-made'")).toEqual([
      { count: 1 },
    ]);
  });

  it('checks the ledger', async () => {
    expect(await admin('ledger-check')).toMatchObject({ code: 0, out: 'no fault was found\n' });
    await database.query(
      "UPDATE wallet_lots SET remaining_ms = remaining_ms + 1 WHERE source LIKE 'trial:%'",
    );
    const { code, out } = await admin('ledger-check');
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('breaks: what remains of a lot equals its entries'),
    ]);
    await database.query(
      "UPDATE wallet_lots SET remaining_ms = remaining_ms - 1 WHERE source LIKE 'trial:%'",
    );
  });

  it('writes a backup and restores it', async () => {
    const file = path.join(dataDir, 'backup.tar');
    const { out } = await admin('backup', file);
    const [, rows] = /has (\d+) rows and \d+ files\n$/.exec(out)!;
    await database.query("UPDATE users SET name = 'Rui'");
    expect((await admin('restore', file)).out).toMatch(new RegExp(`^${rows} rows and \\d+ files are back`));
    expect(await select("SELECT COUNT(*) AS count FROM users WHERE name = 'Rui'")).toEqual([{ count: 0 }]);
  });

  it('adds backups to a folder, verifies and restores them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'celeste-backups-'));
    const env = { DATA_DIR: dataDir, BACKUP_URL: `file://${folder}`, BACKUP_KEY: 'k'.repeat(32) };
    const { out } = await adminWith(env, 'backup');
    const [, id, rows] = /^(\S+) has (\d+) rows and \d+ files, \d+ of them new \(\d+ MB written\)/.exec(out)!;
    expect(await adminWith(env, 'backups')).toMatchObject({ code: 0, out: expect.stringContaining(id!) });
    const wrongKey = { ...env, BACKUP_KEY: 'l'.repeat(32) };
    expect(await adminWith(wrongKey, 'restore', id!)).toMatchObject({
      code: 1,
      error: 'restore: The backups there were made with another BACKUP_KEY, or without one.\n',
    });
    await database.query("UPDATE users SET name = 'Rui'");
    expect(await adminWith(env, 'restore', id!)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${rows} rows and \\d+ files are back from ${id}`)),
    });
    expect(await select("SELECT COUNT(*) AS count FROM users WHERE name = 'Rui'")).toEqual([{ count: 0 }]);
    await rm(folder, { recursive: true });
  });

  it('lists the migrations, also before any is applied', async () => {
    const names = migrations.map(({ name }) => name);
    const said = (state: string) => names.map((name) => `${state}  ${name}\n`).join('');
    expect(await admin('migrations')).toEqual({ code: 0, out: said('applied'), error: '' });

    const empty = await mkdtemp(path.join(dataDir, 'empty-'));
    const env = { DATA_DIR: empty };
    expect(await adminWith(env, 'migrations')).toEqual({ code: 2, out: said('pending'), error: '' });
    expect(await adminWith(env, 'migrations')).toMatchObject({ out: said('pending') });
  });
});
