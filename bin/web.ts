import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDir } from '@/app/config/build-folder.server';
import { exitUnlessComplete, settings } from '@/app/config/env.server';
import { sendHeartbeats } from '@/app/config/heartbeat.server';
import { exitIfPortInUse, exitWhenInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { flushTraces, startTracing } from '@/app/config/start-tracing.server';
import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { startServer } from '@/app/http/server';
import { closeServer, drainServer } from '@/app/http/server/draining.server';
import { onJobsAnnounced } from '@/app/services/platform/jobs/announce-jobs.server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';
import { removeLeftovers } from '@/app/services/platform/system/remove-leftovers.server';

/** What the operator typed. */
const command = process.argv[2] ?? 'npm run web';
const hasSupervisor = Boolean(process.send);
exitUnlessComplete();
const stopped = shutdownSignal();
await exitIfPortInUse(command);
await prepareDatabaseOrExit({ signal: stopped });
await removeLeftovers();
await startTracing('web');
const build = await import(pathToFileURL(path.join(buildDir(), 'server/index.js')).href);
const server = await startServer({ build }).catch((error: unknown) => {
  exitWhenInUse(error, command);
  throw error;
});
const { port } = server.address() as AddressInfo;
const address = settings.isLocal ? `http://${settings.hostInUrl}:${port}` : settings.publicUrl;
if (process.send) process.send({ address });
else process.stdout.write(`Celeste is at ${address}\n`);
sendHeartbeats();

// `npm start` passes it on to the worker.
onJobsAnnounced(() => process.send?.({ hasJobs: true }, () => undefined));

let isClosing = false;

/** After an uncaught error: stops listening at once, and exits once all open requests are finished. */
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  const closed = closeServer(server);
  // From now on the next process may listen on the port.
  if (process.connected) process.send?.({ isClosed: true });
  await closed;
  await flushTraces();
  process.exit();
}

/** On a stop signal. When the supervisor was killed, its successor needs the port. */
async function stop(): Promise<void> {
  const drainMs = hasSupervisor && !process.connected ? 0 : settings.drainMs;
  await drainServer(server, { drainMs, isBehindBalancer: !settings.isLocal });
  await flushTraces();
  process.exit();
}

onUncaughtError(close);
if (stopped.aborted) void stop();
else stopped.addEventListener('abort', () => void stop());
