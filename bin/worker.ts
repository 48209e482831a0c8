import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { untilStopped } from '@/app/config/until-stopped.server';
import { prepareDatabaseOrEnd } from '@/app/services/system/prepare-database.server';
import { work } from '@/jobs/worker';

const stopped = untilStopped();
// Under `npm start` the web process prints the errors.
await prepareDatabaseOrEnd({ signal: stopped, isQuiet: Boolean(process.send) });
if (!process.send) process.stdout.write('The worker waits for recordings.\n');
// Shuts down as on SIGTERM: claims no more jobs, and returns the running ones to the queue.
onUncaughtError(() => process.emit('SIGTERM'));
await work(stopped);
process.exit();
