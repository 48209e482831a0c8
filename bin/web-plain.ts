import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildDir } from '@/app/config/build-folder.server';
import { listenEnvironment, projectDir } from '@/app/config/env.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { prepareDatabaseOrExit } from '@/app/services/platform/system/prepare-database.server';

const stopped = shutdownSignal();
await prepareDatabaseOrExit({ signal: stopped });
const server = spawn(
  process.execPath,
  [
    path.join(projectDir, 'node_modules/@remix-run/serve/dist/cli.js'),
    path.join(buildDir(), 'server/index.js'),
  ],
  { cwd: projectDir, env: listenEnvironment(), stdio: ['inherit', 'pipe', 'inherit'] },
);
stopped.addEventListener('abort', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(stopped.aborted ? 0 : (code ?? 1)));

// remix-serve logs each requested URL, and some of them are secrets.
for await (const line of createInterface(server.stdout)) {
  if (/^(\[remix-serve\]|\{)/.test(line)) process.stdout.write(`${line}\n`);
}
