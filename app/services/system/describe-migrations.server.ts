import { database } from '@/models/database.server';
import { type MigrationState, migrationStates } from '@/models/migrate.server';

/** How far the tables of the settings' database are, in order. Changes nothing, and needs no table to be there. */
export function describeMigrations(): Promise<MigrationState[]> {
  return migrationStates(database());
}
