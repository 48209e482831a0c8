import { untilStopped } from '@/app/config/until-stopped.server';
import { prepareDatabase } from '@/app/services/system/prepare-database.server';
import { work } from '@/jobs/worker';

const stopped = untilStopped();
await prepareDatabase();
if (!process.send) process.stdout.write('The worker waits for recordings.\n');
await work(stopped);
process.exit(0);
