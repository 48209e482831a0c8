import { storage } from '@/app/integrations/storage/index.server';
import { makeBackup } from '@/app/services/platform/backup/make-backup.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import type { DatabaseAddress } from '@/tests/support/databases';
import { KillAtStep } from '@/tests/support/kill-at-step';

/** Backs up, and dies before the n-th statement or request to the storage; prints how many there were. */
const [address, fatalStep] = process.argv.slice(2) as [string, string];
const database = switchDatabase(openDatabase(JSON.parse(address) as DatabaseAddress));
const steps = new KillAtStep(Number(fatalStep));
database.query = steps.countCalls(
  database.query.bind(database) as (...args: unknown[]) => Promise<unknown>,
) as typeof database.query;
storage.size = steps.countCalls(storage.size);
await makeBackup();
process.stdout.write(String(steps.steps));
await database.close();
