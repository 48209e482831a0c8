import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import type { Migration } from '@/models/migrations/index.server';
import type { DatabaseAddress } from '@/tests/support/databases';
import { sampleMigrations } from './sample-migrations';

/** Of each migration, so that processes started together overlap. */
const WAIT_MS = 300;

const slowMigrations: Migration[] = sampleMigrations.map((migration) => ({
  ...migration,
  steps: (dialect) => [{ name: 'wait', run: () => sleep(WAIT_MS) }, ...migration.steps(dialect)],
}));

const database = openDatabase(JSON.parse(process.argv[2]!) as DatabaseAddress);
process.stdout.write(JSON.stringify(await migrate(database, slowMigrations)));
await database.close();
