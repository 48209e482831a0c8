import { storage } from '@/app/integrations/storage/index.server';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import type { DatabaseAddress } from '@/tests/support/databases';
import { KillAtStep } from '@/tests/support/kill-at-step';
import { removeWaitingFiles } from './remove-waiting-files';

/**
 * Child process: runs retention, and kills itself before its n-th step (an SQL statement or a file removal).
 */
const [address, fatalStep] = process.argv.slice(2);
const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
const mortal = new KillAtStep(Number(fatalStep));
sequelize.query = mortal.countCalls(sequelize.query.bind(sequelize)) as typeof sequelize.query;
storage.remove = mortal.countCalls(storage.remove.bind(storage));

await enforceRetention();
await removeWaitingFiles();
process.stdout.write(`${mortal.steps}`);
await sequelize.close();
