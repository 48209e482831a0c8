import { openDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import type { DatabaseAddress } from '../support/databases';

/** Prints a line when it starts and when it is done, so that it can be killed in between. */
const [address, to] = process.argv.slice(2);
const database = openDatabase(JSON.parse(address!) as DatabaseAddress);
process.stdout.write('begun\n');
await migrate(database, migrations.slice(0, Number(to)));
process.stdout.write('done\n');
await database.close();
