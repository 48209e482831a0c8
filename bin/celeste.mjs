// Entry point of the npm scripts: needs nothing but Node, installs and builds what is missing, then runs the
// command.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { buildFolder, readBuilds } from '../app/config/builds.server.mjs';
import { build } from './build.mjs';

const projectDir = path.dirname(import.meta.dirname);
const [command, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Celeste needs Node 20.19 or newer; this is ${process.versions.node}.`);
}
process.chdir(projectDir);
if (!['dev', 'check', 'test'].includes(command)) process.env.NODE_ENV ??= 'production';

const FROM_SOURCE = {
  dev: 'bin/dev.ts',
  check: 'bin/check.ts',
  test: 'bin/test.ts',
  bench: 'tests/bench/run.ts',
  soak: 'tests/soak/run.ts',
};

if (command === 'build') {
  if (!isPrebuilt()) installPackages();
  if (!(await build()).isNew) say('The build is up to date.');
} else if (command in FROM_SOURCE) {
  installPackages();
  if (['bench', 'soak'].includes(command)) await build();
  const script = ['--import', 'tsx', FROM_SOURCE[command], ...args];
  const child = spawn(process.execPath, script, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
} else {
  const folder = isPrebuilt() ? findPrebuilt() : await installAndBuild();
  if (process.env.npm_lifecycle_event) endWithParent();
  process.argv = [process.argv[0], command, ...args];
  // Each half is supervised, whether it runs alone or beside the other.
  const script = ['web', 'worker'].includes(command) ? 'start' : command;
  await import(pathToFileURL(path.join(folder, `node/bin/${script}.js`)).href);
}

/** As the settings read it, before they can be read. */
function isPrebuilt() {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return (process.env.CELESTE_PREBUILT ?? file.CELESTE_PREBUILT) === '1';
}

function findPrebuilt() {
  if (!existsSync('node_modules')) {
    fail('CELESTE_PREBUILT: no packages are installed; run npm ci --omit=dev');
  }
  if (!existsSync('node_modules/node-av') && !['ffmpeg', 'ffprobe'].every(isOnPath)) {
    fail('CELESTE_PREBUILT: without node-av the PATH needs ffmpeg and ffprobe');
  }
  const { current } = readBuilds(projectDir);
  if (current && existsSync(buildFolder(projectDir, current))) return buildFolder(projectDir, current);
  fail('CELESTE_PREBUILT: there is no build; run npm run build');
}

function isOnPath(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

async function installAndBuild() {
  installPackages();
  return (await build()).folder;
}

/** npm ends the shell between it and this process, which does not pass the signal on. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/** Runs `npm ci` unless the lockfile's packages are installed. */
function installPackages() {
  const stamp = path.join(projectDir, 'node_modules/.celeste-installed');
  const wanted = fingerprint([readFileSync('package-lock.json'), process.platform, process.arch]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (a minute or two, once)…');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

function fingerprint(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function run(program, programArgs) {
  const onWindows = process.platform === 'win32' && program === 'npm';
  const { status } = spawnSync(onWindows ? 'npm.cmd' : program, programArgs, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: onWindows,
  });
  if (status !== 0) fail(`${program} ${programArgs.join(' ')} failed.`);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}
