import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildDir } from '@/app/config/build-folder.server';
import { readBuilds, switchBuild } from '@/app/config/builds.server.mjs';
import { projectDir } from '@/app/config/env.server';
import { databaseIn, newestMail, type RunningCeleste } from '@/tests/support/celeste';
import { RunningCommand } from '@/tests/support/miniature-project';
import { signUp } from '@/tests/support/test-user';
import { SLOW } from '@/tests/support/until';
import { editable } from '../transcript/editable';

// A test starts up to four processes one after the other, each of which waits for its turn on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** What an installation has, without sources. */
const PARTS = ['node_modules', 'public', 'app/integrations/speech/local/packs', 'package.json'];

let folder: string;
let server: RunningCommand;
let address: string;

function run(command: string, env: Record<string, string> = {}): RunningCommand {
  return new RunningCommand(
    spawn(process.execPath, ['bin/celeste.mjs', command], {
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: path.join(folder, 'data'),
        CELESTE_PREBUILT: '1',
        ...env,
      },
    }),
  );
}

/** Makes a newer build current, which has a browser file that the first has not. */
function switchToNewer(id: string): void {
  const newer = path.join(folder, 'build', id);
  cpSync(path.join(folder, 'build/first'), newer, { recursive: true });
  writeFileSync(path.join(newer, 'client/assets/newer-abc.js'), 'export {};');
  switchBuild(folder, id);
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'celeste-installation-'));
  for (const part of PARTS) {
    mkdirSync(path.dirname(path.join(folder, part)), { recursive: true });
    symlinkSync(path.join(projectDir, part), path.join(folder, part));
  }
  for (const file of ['bin/celeste.mjs', 'bin/build.mjs', 'app/config/builds.server.mjs']) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(projectDir, file), path.join(folder, file));
  }
  cpSync(buildDir(), path.join(folder, 'build/first'), { recursive: true });
  rmSync(path.join(folder, 'build/first/processes'), { recursive: true, force: true });
  switchBuild(folder, 'first');
});

afterAll(async () => {
  server?.process.kill('SIGKILL');
  await server?.ended;
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

it('starts only after the migrations when it may not migrate', async () => {
  const tooEarly = run('web');
  expect(await tooEarly.ended).toBe(1);
  expect(tooEarly.output).toMatch(
    /^CELESTE_PREBUILT: the database lacks \d+ migrations; run npm run migrate\n$/,
  );

  const first = run('migrate');
  expect(await first.ended).toBe(0);
  expect(first.output).toMatch(/^The database has all migrations; new: 0001-\S+, .+\.\n$/);
  const second = run('migrate');
  expect(await second.ended).toBe(0);
  expect(second.output).toBe('The database has all migrations; new: none.\n');

  server = run('web');
  await expect.poll(() => server.output, SLOW).toMatch(/Celeste is at/);
  address = /Celeste is at (\S+)/.exec(server.output)![1]!;
});

it('says that the migration failed', async () => {
  const failed = run('migrate', {
    DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
    DATABASE_WAIT_SECONDS: '0',
  });
  expect(await failed.ended).toBe(1);
  expect(failed.output).toMatch(/^migrate: DATABASE_URL: the database did not answer in 0 s: .+\n$/);
});

it('goes on with its own build after two newer ones: pages, children and browser files', async () => {
  expect(readdirSync(path.join(folder, 'build/first/processes'))).toContain(String(server.process.pid));
  switchToNewer('second');
  switchToNewer('third');
  expect(readBuilds(folder)).toEqual({ current: 'third', previous: 'second' });

  const dataDir = path.join(folder, 'data');
  const celeste: RunningCeleste = {
    ...{ address, dataDir, database: databaseIn(dataDir), process: server.process },
    output: () => server.output,
    mailTo: (email) => newestMail(path.join(dataDir, 'mail'), email),
    stop: async () => undefined,
  };
  const person = await signUp(celeste);
  const transcript = await editable(celeste, person, [['A', 'bom dia']]);
  const { status, body } = await person.get(transcript);
  expect(status).toBe(200);
  // By a child process.
  const file = await person.get(`${transcript.split('?')[0]}/export.docx`);
  expect([file.status, file.body.slice(0, 2)]).toEqual([200, 'PK']);
  const [script] = /\/assets\/[^"']+\.(?:js|css)/.exec(body)!;
  expect((await person.get(script)).status).toBe(200);
  // A page that another process made from the newer build.
  expect((await person.get('/assets/newer-abc.js')).status).toBe(200);
  expect((await person.get('/assets/never-was.js')).status).not.toBe(200);
});
