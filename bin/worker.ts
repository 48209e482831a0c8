import { untilStopped } from '@/app/config/until-stopped.server';
import { prepareDatabase } from '@/app/services/system/prepare-database.server';
import { removeDeadWork } from '@/app/services/system/remove-dead-work.server';
import { work } from '@/jobs/worker';

const stopped = untilStopped();
await prepareDatabase();
await removeDeadWork();
if (!process.send) process.stdout.write('The worker waits for recordings.\n');
await work(stopped);
process.exit(0);
