import { exitUnlessComplete } from '@/app/config/env.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { hasAssistantInMeeting } from '@/app/services/meeting/visit-room.server';
import { announceJobs } from '@/app/services/platform/jobs/announce-jobs.server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';
import { runWorker } from '@/jobs/worker';

exitUnlessComplete();
const stopped = shutdownSignal();
// Under `npm start` the web process prints the errors.
await prepareDatabaseOrExit({ signal: stopped, isQuiet: Boolean(process.send) });
if (!process.send) process.stdout.write('The worker waits for recordings.\n');
// Shuts down as on SIGTERM: claims no more jobs, and returns the running ones to the queue.
onUncaughtError(() => process.emit('SIGTERM'));
stopped.addEventListener('abort', () => {
  if (hasAssistantInMeeting()) process.send?.({ isInMeeting: true });
});
process.on('message', ({ hasJobs }: { hasJobs?: true }) => hasJobs && announceJobs());
await runWorker(stopped);
process.exit();
