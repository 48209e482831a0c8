import { exitUnlessComplete, settings } from '@/app/config/env.server';
import { sendHeartbeats } from '@/app/config/heartbeat.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { flushTraces, startTracing } from '@/app/config/start-tracing.server';
import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { listenForChecks } from '@/app/http/server/worker-listener.server';
import { hasAssistantInMeeting } from '@/app/services/meeting/visit-room.server';
import { announceJobs } from '@/app/services/platform/jobs/announce-jobs.server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';
import { runWorker } from '@/jobs/worker';

/** What the operator typed; under `npm start` the web process prints the errors. */
const command = process.argv[2] ?? 'npm run worker';
exitUnlessComplete();
const stopped = shutdownSignal();
await prepareDatabaseOrExit({ signal: stopped, isQuiet: command === 'npm start' });
await startTracing('worker');
await listenOrExit();
if (process.send) process.send({ isWaiting: true });
else process.stdout.write('The worker waits for recordings.\n');
sendHeartbeats();
// Shuts down as on SIGTERM: claims no more jobs, and returns the running ones to the queue.
onUncaughtError(() => process.emit('SIGTERM'));
stopped.addEventListener('abort', () => {
  if (hasAssistantInMeeting()) process.send?.({ isInMeeting: true });
});
process.on('message', ({ hasJobs }: { hasJobs?: true }) => hasJobs && announceJobs());
await runWorker(stopped);
await flushTraces();
process.exit();

/** Exits with one line when the port cannot be had. */
async function listenOrExit(): Promise<void> {
  if (settings.workerPort === undefined) return;
  try {
    await listenForChecks(settings.workerPort, stopped);
  } catch (error) {
    process.stderr.write(
      `WORKER_PORT: cannot listen on ${settings.workerPort}: ${(error as Error).message}\n`,
    );
    process.exit(1);
  }
}
