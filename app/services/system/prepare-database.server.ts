import { database } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';

/** Opens the database of the settings and brings its tables up to date. */
export async function prepareDatabase(): Promise<void> {
  await migrate(database());
}
