import { openDatabase, switchDatabase } from '@/models/database.server';
import type { DatabaseAddress } from '@/tests/support/databases';
import { addOneSlowly, Counter } from './counter';

const [address, id, times] = process.argv.slice(2);
const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
Counter.define(sequelize);
for (let time = 0; time < Number(times); time += 1) await addOneSlowly(Number(id));
await sequelize.close();
