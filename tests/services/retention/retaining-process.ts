import { storage } from '@/app/integrations/storage/index.server';
import { enforceRetention } from '@/app/services/retention/enforce-retention.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import type { DatabaseAddress } from '../../support/databases';
import { removeWaitingFiles } from './remove-waiting-files';

/** Does the whole work of retention, unless it is killed before its n-th step: a statement, or a file removed. */
const [address, fatalStep] = process.argv.slice(2);
const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
let steps = 0;

function mortal<Args extends unknown[], T>(work: (...args: Args) => Promise<T>) {
  return (...args: Args): Promise<T> => {
    steps += 1;
    if (steps === Number(fatalStep)) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  };
}

sequelize.query = mortal(sequelize.query.bind(sequelize)) as typeof sequelize.query;
storage.remove = mortal(storage.remove.bind(storage));

await enforceRetention();
await removeWaitingFiles();
process.stdout.write(`${steps}`);
await sequelize.close();
