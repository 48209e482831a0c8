import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDir } from '@/app/config/build-folder.server';
import { exitUnlessComplete, settings } from '@/app/config/env.server';
import { exitIfPortInUse, exitWhenInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { onUncaughtError } from '@/app/config/uncaught-errors.server';
import { closeServer, startServer } from '@/app/http/server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';
import { removeLeftovers } from '@/app/services/platform/system/remove-leftovers.server';

/** What the operator typed. */
const command = process.send ? 'npm start' : 'npm run web';
exitUnlessComplete();
const stopped = shutdownSignal();
await exitIfPortInUse(command);
await prepareDatabaseOrExit({ signal: stopped });
await removeLeftovers();
const build = await import(pathToFileURL(path.join(buildDir(), 'server/index.js')).href);
const server = await startServer({ build }).catch((error: unknown) => {
  exitWhenInUse(error, command);
  throw error;
});
const { port } = server.address() as AddressInfo;
const address = settings.isLocal ? `http://${settings.hostInUrl}:${port}` : settings.publicUrl;
if (process.send) process.send({ address });
else process.stdout.write(`Celeste is at ${address}\n`);

let isClosing = false;

/**
 * Graceful shutdown: exits once all open requests are finished. Idempotent, since a stop signal and an error
 * may both request it.
 */
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  const closed = closeServer(server);
  // From now on the next process may listen on the port.
  if (process.connected) process.send?.({ isClosed: true });
  await closed;
  process.exit();
}

function stop(): void {
  // Open downloads must not keep a stopped server alive.
  setTimeout(() => process.exit(), 2_000).unref();
  void close();
}

onUncaughtError(close);
if (stopped.aborted) stop();
else stopped.addEventListener('abort', stop);
