import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { database } from '@/models/database.server';
import { isUnreachable } from '@/models/database-unavailable.server';
import { type MigrationState, migrate, migrationStates } from '@/models/migrate.server';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** The configured database cannot be used; the message is one line for the operator. */
class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** This start applies no migrations, and some are pending; the message is one line for the operator. */
class MigrationsPending extends Error {
  override readonly name = 'MigrationsPending';
}

/**
 * Connects, and applies pending migrations unless the settings forbid it.
 * @throws those of retryUntilReachable; MigrationsPending
 */
export async function prepareDatabase(options: WaitOptions = {}): Promise<void> {
  if (settings.isPrebuilt) await requireMigrations(options);
  else await applyMigrations(options);
}

/** @returns the names of those applied now, in order. @throws those of retryUntilReachable */
export function applyMigrations(options: WaitOptions = {}): Promise<string[]> {
  return retryUntilReachable(() => migrate(database()), options);
}

async function requireMigrations(options: WaitOptions): Promise<void> {
  const states = await retryUntilReachable(() => migrationStates(database()), options);
  const { length: pending } = states.filter(isPending);
  if (pending === 0) return;
  const lacks = pending === 1 ? '1 migration' : `${pending} migrations`;
  throw new MigrationsPending(`CELESTE_PREBUILT: the database lacks ${lacks}; run npm run migrate`);
}

export const isPending = ({ state }: MigrationState): boolean => state === 'partly' || state === 'pending';

/** In order. Read-only; works without any table. @throws those of retryUntilReachable */
export function describeMigrations(): Promise<MigrationState[]> {
  return retryUntilReachable(() => migrationStates(database()));
}

interface WaitOptions {
  signal?: AbortSignal;
  /** Prints nothing, since another process of the same start does. */
  isQuiet?: boolean;
}

/**
 * With back-off, for as long as the settings say; prints one line.
 * @throws DatabaseUnavailable at the timeout, or when the connection is rejected; the signal's reason
 */
async function retryUntilReachable<T>(
  work: () => Promise<T>,
  { signal, isQuiet = false }: WaitOptions = {},
): Promise<T> {
  const { databaseWaitMs } = settings;
  const waitSeconds = databaseWaitMs / 1000;
  const deadline = performance.now() + databaseWaitMs;
  let hasPrinted = isQuiet;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      assertUnreachable(error);
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) {
        throw new DatabaseUnavailable(
          `${setting()}: the database did not answer in ${waitSeconds} s: ${reasonOf(error)}`,
        );
      }
      if (!hasPrinted) printWait(waitSeconds, error);
      hasPrinted = true;
      await sleep(Math.min(pauseMs * (0.5 + Math.random() / 2), leftMs), undefined, { signal });
    }
  }
}

/** Where the operator looks first: without a database server, the file is in the data folder. */
const setting = () => (settings.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR');

function printWait(seconds: number, error: unknown): void {
  process.stderr.write(
    `${setting()}: the database does not answer, waiting up to ${seconds} s for it: ${reasonOf(error)}\n`,
  );
}

/** Like prepareDatabase, but exits the process on failure: with one line, or silently when stopped. */
export async function prepareDatabaseOrExit(options: WaitOptions & { signal: AbortSignal }): Promise<void> {
  try {
    await prepareDatabase(options);
  } catch (error) {
    if (options.signal.aborted) process.exit(0);
    if (!(error instanceof DatabaseUnavailable || error instanceof MigrationsPending)) throw error;
    if (!options.isQuiet) process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** @throws DatabaseUnavailable when the connection is rejected; any other error that no retry can heal */
function assertUnreachable(error: unknown): void {
  if (isUnreachable(error)) return;
  if (!(error instanceof ConnectionError)) throw error;
  throw new DatabaseUnavailable(`DATABASE_URL: the database refuses the connection: ${reasonOf(error)}`);
}

/** One line; a host name with two address families fails with an AggregateError without a message. */
function reasonOf(error: unknown): string {
  const reason = error instanceof ConnectionError ? error.parent : (error as Error);
  const messages = reason instanceof AggregateError ? reason.errors.map(String) : [reason.message];
  return messages.join(', ').replace(/\s+/g, ' ');
}
