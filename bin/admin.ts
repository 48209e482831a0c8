import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { FEATURES } from '@/app/domain/admin/flags';
import {
  adFileSchema,
  featureSchema,
  grantSchema,
  inviteSchema,
  retrySchema,
} from '@/app/domain/admin/forms';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { deactivateAds } from '@/app/services/admin/ads/ads.server';
import { saveAd } from '@/app/services/admin/ads/save-ad.server';
import { retryDeadLetter } from '@/app/services/admin/dead-letters.server';
import { switchFeature, switchMaintenance } from '@/app/services/admin/flags.server';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';
import { invite } from '@/app/services/admin/invitations.server';
import { resetPasskeys } from '@/app/services/admin/reset-passkeys.server';
import { setRole } from '@/app/services/admin/set-role.server';
import { createTokenFor } from '@/app/services/api/create-token-for.server';
import { compareWithStripe } from '@/app/services/billing/payments/compare-with-stripe.server';
import { setUpStripe } from '@/app/services/billing/payments/set-up-stripe.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { writeJournal } from '@/app/services/billing/wallet/write-journal.server';
import {
  listBackups,
  readManifest,
  requireArchive,
} from '@/app/services/platform/backup/backup-catalogue.server';
import { makeBackup } from '@/app/services/platform/backup/make-backup.server';
import { LATEST } from '@/app/services/platform/backup/open-backup.server';
import { restore } from '@/app/services/platform/backup/restore.server';
import { verifyBackup } from '@/app/services/platform/backup/verify-backup.server';
import { writeTar } from '@/app/services/platform/backup/write-tar.server';
import {
  describeMigrations,
  isPending,
  prepareDatabase,
} from '@/app/services/platform/system/prepare-database.server';
import type { MigrationState } from '@/models/migrate.server';

/** The operator at the terminal, with a new idempotency key for each run. */
const terminal = { adminId: null, submissionId: randomUUID() };

/** Exit status of `migrations` while some are pending; 1 means that a command failed. */
const PENDING_STATUS = 2;

/** Wrong arguments; the usage is printed. */
class WrongArguments extends Error {}

interface Command {
  takes: string;
  does: string;
  /** Runs against the database as it is, without migrating it first. */
  skipsMigrations?: true;
  /** @returns the line to print */
  run(args: string[]): Promise<string | CommandResult>;
}

interface CommandResult {
  lines: string[];
  status: number;
}

const COMMANDS: Record<string, Command> = {
  role: {
    takes: 'EMAIL admin|user',
    does: 'makes somebody an administrator, or no longer',
    async run([email, role, ...rest]) {
      if (!email || (role !== 'admin' && role !== 'user') || rest.length > 0) throw new WrongArguments();
      await setRole({ ...terminal, email: email.toLowerCase(), role });
      return `${email} is ${role === 'admin' ? 'an administrator' : 'a user'}`;
    },
  },
  grant: {
    takes: 'EMAIL MINUTES REASON',
    does: 'gives somebody minutes',
    async run([email, ...given]) {
      const [minutes, ...reason] = given;
      if (!email || reason.length === 0) throw new WrongArguments();
      const grant = parseWith(grantSchema, { ...terminal, minutes, reason: reason.join(' ') });
      await grantMinutes({ ...terminal, ...grant, user: { email: email.toLowerCase() } });
      return `${email} has ${grant.minutes} more minutes`;
    },
  },
  invite: {
    takes: 'EMAIL',
    does: 'invites somebody to create an account, where SIGNUP is invite, and prints the link of the mail',
    async run([email, ...rest]) {
      if (!email || rest.length > 0) throw new WrongArguments();
      const invited = parseWith(inviteSchema, { ...terminal, email });
      return invite({ ...terminal, email: invited.email, language: DEFAULT_LANGUAGE });
    },
  },
  flag: {
    takes: 'NAME on|off [EMAIL…]',
    does: 'switches a feature (celeste-youtube), for everybody or for these addresses',
    async run([name, state, ...emails]) {
      const isOn = isOnOf(state);
      const feature = FEATURES.find((known) => known === name);
      if (!feature) throw new WrongArguments();
      const given = parseWith(featureSchema, { ...terminal, name, emails: emails.join(' ') });
      const isListKept = !isOn && emails.length === 0;
      await switchFeature({
        ...terminal,
        ...{ name: feature, isOn, emails: isListKept ? undefined : given.emails },
      });
      return `${name} is ${state}${isOn ? ` for ${given.emails.join(', ') || 'everybody'}` : ''}`;
    },
  },
  maintenance: {
    takes: 'on|off',
    does: 'closes the site to everybody but administrators, or opens it',
    async run([state, ...rest]) {
      const isOn = isOnOf(state);
      if (rest.length > 0) throw new WrongArguments();
      await switchMaintenance({ ...terminal, isOn });
      return `maintenance is ${state}`;
    },
  },
  ad: {
    takes: 'FILE.json|off',
    does: 'shows an advertisement {"title", "message", "html", "image": FILE}, or none',
    async run([file, ...rest]) {
      if (!file || rest.length > 0) throw new WrongArguments();
      if (file === 'off') {
        await deactivateAds(terminal);
        return 'no advertisement is shown';
      }
      const { image, ...ad } = parseWith(adFileSchema, JSON.parse(await readFile(file, 'utf8')));
      const bytes = image ? await readFile(path.resolve(path.dirname(file), image)) : null;
      await saveAd({ ...terminal, ...ad, image: bytes, isActive: true, withoutImage: true, asNew: true });
      return `"${ad.title}" is shown`;
    },
  },
  retry: {
    takes: 'ID',
    does: 'puts a job that was given up back in the queue',
    async run([id, ...rest]) {
      const form = retrySchema.safeParse({ ...terminal, jobId: id });
      if (!form.success || rest.length > 0) throw new WrongArguments();
      const outcome = await retryDeadLetter({ ...terminal, jobId: form.data.jobId });
      return outcome === 'retried' ? `job ${id} is in the queue again` : `job ${id} had nothing left to do`;
    },
  },
  'reset-passkeys': {
    takes: 'EMAIL',
    does: 'removes the passkeys and recovery codes of somebody who lost them, and ends their sessions',
    async run([email, ...rest]) {
      if (!email || rest.length > 0) throw new WrongArguments();
      const removed = await resetPasskeys({ ...terminal, email: email.toLowerCase() });
      const { passkeys, codes, sessions } = removed;
      return `${email}: removed passkeys: ${passkeys}, recovery codes: ${codes}; ended sessions: ${sessions}`;
    },
  },
  token: {
    takes: 'EMAIL',
    does: 'makes a personal API token with all scopes for somebody, and prints it once',
    async run([email, ...rest]) {
      if (!email || rest.length > 0) throw new WrongArguments();
      return createTokenFor({ ...terminal, email: email.toLowerCase() });
    },
  },
  backup: {
    takes: '[FILE]',
    does: 'adds a backup to BACKUP_URL, or writes database and recordings into one new tar file, while running',
    async run([file, ...rest]) {
      if (rest.length > 0) throw new WrongArguments();
      if (!file) return lineOfNewBackup(await makeBackup());
      const { rows, files, gone } = await writeTar(file);
      const missing = gone > 0 ? `; ${gone} files were deleted meanwhile` : '';
      return `${file} has ${rows} rows and ${files} files${missing}`;
    },
  },
  backups: {
    takes: '',
    does: 'lists the backups at BACKUP_URL, oldest first',
    async run(args) {
      if (args.length > 0) throw new WrongArguments();
      const archive = await requireArchive();
      const lines: string[] = [];
      for (const id of await listBackups(archive)) {
        const { rows, files, fileBytes } = await readManifest(archive, id);
        lines.push(`${id}  ${sumOf(rows)} rows  ${files} files  ${megabytes(fileBytes)} MB`);
      }
      return lines.length > 0 ? { lines, status: 0 } : 'there is no backup yet';
    },
  },
  'backup-verify': {
    takes: '[FILE|ID]',
    does: 'restores a backup (the newest of BACKUP_URL) into a scratch database and reads all of it; ends with 1 if it has faults',
    async run([given, ...rest]) {
      if (rest.length > 0) throw new WrongArguments();
      const { name, rows, files, fileBytes, faults } = await verifyBackup(given ?? LATEST, ledgerFaults);
      if (faults.length > 0) return { lines: faults, status: 1 };
      return `${name} is whole: ${rows} rows, ${files} files, ${megabytes(fileBytes)} MB`;
    },
  },
  restore: {
    takes: 'FILE|ID|latest',
    does: 'puts a backup in place of everything there is, while running',
    async run([given, ...rest]) {
      if (!given || rest.length > 0) throw new WrongArguments();
      const { name, rows, files } = await restore(given);
      return `${rows} rows and ${files} files are back from ${name}`;
    },
  },
  ledger: {
    takes: 'FILE',
    does: 'writes everything that happened in wallets into one new journal for hledger, while running',
    async run([file, ...rest]) {
      if (!file || rest.length > 0) throw new WrongArguments();
      return `${file} has ${await writeJournal(file)} transactions`;
    },
  },
  'ledger-check': {
    takes: '[stripe]',
    does: 'checks the ledger as the job of that name does; with stripe, also every payment with Stripe',
    async run([stripe, ...rest]) {
      if ((stripe !== undefined && stripe !== 'stripe') || rest.length > 0) throw new WrongArguments();
      const lines = await ledgerFaults();
      if (stripe) for await (const line of compareWithStripe()) lines.push(line);
      return lines.length > 0 ? { lines, status: 1 } : 'no fault was found';
    },
  },
  'stripe-setup': {
    takes: '',
    does: 'makes and repairs products, prices, customer portal and webhook endpoint at Stripe',
    async run(args) {
      if (args.length > 0) throw new WrongArguments();
      const lines = await setUpStripe({ repairs: true });
      return lines.length > 0 ? { lines, status: 0 } : 'nothing changed: all is set up at Stripe';
    },
  },
  'stripe-check': {
    takes: '',
    does: 'compares Stripe with what stripe-setup makes, and changes nothing; ends with 1 if it differs',
    async run(args) {
      if (args.length > 0) throw new WrongArguments();
      const lines = await setUpStripe({ repairs: false });
      return lines.length > 0 ? { lines, status: 1 } : 'all is set up at Stripe';
    },
  },
  migrations: {
    takes: '',
    does: `tells which migrations the database has, as it is; ends with ${PENDING_STATUS} unless it has all`,
    skipsMigrations: true,
    async run(args) {
      if (args.length > 0) throw new WrongArguments();
      const states = await describeMigrations();
      return { lines: states.map(lineOf), status: states.some(isPending) ? PENDING_STATUS : 0 };
    },
  },
};

const ledgerFaults = async () =>
  (await checkLedger()).map(({ invariant, id }) => `row ${id} breaks: ${invariant}`);

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function lineOfNewBackup({ id, manifest, written }: Awaited<ReturnType<typeof makeBackup>>): string {
  const missing = manifest.gone > 0 ? `; ${manifest.gone} files did not exist` : '';
  const had = `${sumOf(manifest.rows)} rows and ${manifest.files} files`;
  return `${id} has ${had}, ${written.files} of them new (${megabytes(written.bytes)} MB written)${missing}`;
}

function lineOf(migration: MigrationState): string {
  const line = `${migration.state.padEnd(7)}  ${migration.name}`;
  if (migration.state !== 'partly') return line;
  const { done, missing } = migration;
  return `${line}: ${done} of ${done + missing.length} steps, missing: ${missing.join(', ')}`;
}

function isOnOf(state: string | undefined): boolean {
  if (state !== 'on' && state !== 'off') throw new WrongArguments();
  return state === 'on';
}

/** @throws AppError the first issue of the schema */
function parseWith<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new AppError(result.error.issues[0]!.message as AppErrorCode);
}

const usage = (name: string, { takes }: Command) => `npm run admin -- ${name} ${takes}`.trimEnd();

function list(): string {
  const rows = Object.entries(COMMANDS).map(
    ([name, command]) => [usage(name, command), command.does] as const,
  );
  const width = Math.max(...rows.map(([line]) => line.length));
  return rows.map(([line, does]) => `${line.padEnd(width)}  ${does}\n`).join('');
}

function reasonOf(error: unknown, name: string, command: Command): string {
  if (error instanceof WrongArguments) return `takes ${usage(name, command)}`;
  if (error instanceof AppError) return translator('en', 'errors')(error.code, error.params);
  return (error as Error).message.replace(/\s+/g, ' ');
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    process.stdout.write(list());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command ${name}; npm run admin lists them.\n`);
    return 1;
  }
  try {
    if (!command.skipsMigrations) await prepareDatabase();
    const result = await command.run(args);
    const { lines, status } = typeof result === 'string' ? { lines: [result], status: 0 } : result;
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return status;
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error, name, command)}\n`);
    return 1;
  }
}

process.exit(await main(process.argv.slice(2)));
