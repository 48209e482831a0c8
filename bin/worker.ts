import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { untilStopped } from '@/app/config/until-stopped.server';
import { prepareDatabaseOrEnd } from '@/app/services/system/prepare-database.server';
import { work } from '@/jobs/worker';

const stopped = untilStopped();
// Under `npm start` the web half says what there is to say.
await prepareDatabaseOrEnd({ signal: stopped, isQuiet: Boolean(process.send) });
if (!process.send) process.stdout.write('The worker waits for recordings.\n');
// As if it were asked to stop: claims nothing more, and puts back what it works on.
onUncaughtError(() => process.emit('SIGTERM'));
await work(stopped);
process.exit();
