import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { createServer } from 'vite';
import { exitUnlessComplete, settings } from '@/app/config/env.server';
import { exitIfPortInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { startServer } from '@/app/http/server';
import { onJobsAnnounced } from '@/app/services/platform/jobs/announce-jobs.server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';

exitUnlessComplete();
const stopped = shutdownSignal();
await exitIfPortInUse('npm run dev');
await prepareDatabaseOrExit({ signal: stopped });
const vite = await createServer({ server: { middlewareMode: true } });
const server = await startServer({
  build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  middleware: vite.middlewares,
});
const worker = fork('bin/worker.ts', { execArgv: ['--import', 'tsx', '--watch'] });
onJobsAnnounced(() => worker.send({ hasJobs: true }, () => undefined));
const { port } = server.address() as AddressInfo;
process.stdout.write(`Celeste is at http://${settings.hostInUrl}:${port} and follows the source.\n`);
stopped.addEventListener('abort', () => {
  worker.kill('SIGTERM');
  process.exit(0);
});
