// Entry point of the npm scripts: needs nothing but Node, installs and builds what is missing, then runs the
// command.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const projectDir = path.dirname(import.meta.dirname);
const [command, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Celeste needs Node 20.19 or newer; this is ${process.versions.node}.`);
}
process.chdir(projectDir);
if (!['dev', 'check', 'test'].includes(command)) process.env.NODE_ENV ??= 'production';
installPackages();

const FROM_SOURCE = {
  dev: 'bin/dev.ts',
  check: 'bin/check.ts',
  test: 'bin/test.ts',
  bench: 'tests/bench/run.ts',
  soak: 'tests/soak/run.ts',
};

if (command === 'build') {
  if (!build()) say('The build is up to date.');
} else if (command in FROM_SOURCE) {
  if (['bench', 'soak'].includes(command)) build();
  const script = ['--import', 'tsx', FROM_SOURCE[command], ...args];
  const child = spawn(process.execPath, script, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
} else {
  build();
  if (process.env.npm_lifecycle_event) endWithParent();
  process.argv = [process.argv[0], command, ...args];
  // Each half is supervised, whether it runs alone or beside the other.
  const script = ['web', 'worker'].includes(command) ? 'start' : command;
  await import(pathToFileURL(path.join(projectDir, `build/node/bin/${script}.js`)).href);
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

/** Builds pages, server and jobs. @returns false if the build was up to date */
function build() {
  const stamp = path.join(projectDir, 'build/.source');
  const sources = ['app', 'models', 'jobs', 'bin', 'locales', 'public'].flatMap(filesBelow);
  sources.push('package-lock.json', 'vite.config.ts', 'remix.config.js', 'tsconfig.json');
  const states = sources.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  const wanted = fingerprint(states);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  say('Building…');
  run(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel=error']);
  for (const step of ['bundle', 'compress']) run(process.execPath, ['--import', 'tsx', `bin/${step}.ts`]);
  mkdirSync('build', { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
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
