import { applyMigrations } from '@/app/services/platform/system/prepare-database.server';

try {
  const applied = await applyMigrations();
  process.stdout.write(`The database has all migrations; new: ${applied.join(', ') || 'none'}.\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`migrate: ${(error as Error).message.replace(/\s+/g, ' ')}\n`);
  process.exit(1);
}
