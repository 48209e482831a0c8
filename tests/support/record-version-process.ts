import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { migrations } from '@/models/migrations/index.server';
import type { RecordedVersion } from './recorded-version';

/** Prints what this version's models read and write; the database is not opened. */
const { models } = switchDatabase(openDatabase({ file: path.join(tmpdir(), 'never-opened.sqlite') }));
const version: RecordedVersion = {
  lastMigration: migrations.at(-1)!.name,
  tables: Object.fromEntries(
    Object.values(models)
      .map((model) => {
        const columns = Object.entries(model.getAttributes()).map(([name, { field }]) => field ?? name);
        return [String(model.getTableName()), columns.sort()] as const;
      })
      .sort(([first], [second]) => first.localeCompare(second)),
  ),
};
process.stdout.write(`${JSON.stringify(version, null, 1)}\n`);
