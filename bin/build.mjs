// Builds pages, server and jobs, each time into a folder of its own: processes keep the build they started with.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildFolder, processesFolder, readBuilds, switchBuild } from '../app/config/builds.server.mjs';

const projectDir = path.dirname(import.meta.dirname);
const FOLDERS = ['app', 'models', 'jobs', 'bin', 'locales', 'public'];
const FILES = ['package-lock.json', 'vite.config.ts', 'remix.config.js', 'tsconfig.json'];
/** A build takes a minute or three; one that hangs must not stop all others for ever. */
const MAX_WAIT_MS = 15 * 60_000;

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Makes the build of the sources as they are the current one, unless it is. Of two at once, one builds and the
 * other waits. Exits the process when it fails.
 * @returns {Promise<{ folder: string, isNew: boolean }>}
 */
export async function build() {
  const known = findBuild(hashSources());
  if (known && known === readBuilds(projectDir).current) {
    return { folder: buildFolder(projectDir, known), isNew: false };
  }
  const unlock = await lock();
  try {
    const hash = hashSources();
    const id = findBuild(hash) ?? make(hash);
    const isNew = id !== readBuilds(projectDir).current;
    switchBuild(projectDir, id);
    removeUnused();
    return { folder: buildFolder(projectDir, id), isNew };
  } finally {
    unlock();
  }
}

/** By contents, so that a checkout, a copy or another machine changes nothing. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of [...FOLDERS.flatMap(filesBelow), ...FILES].sort()) {
    const bytes = readFileSync(path.join(projectDir, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(path.join(projectDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const isFinished = (folder) => existsSync(path.join(folder, 'finished'));

/**
 * The finished build of sources with this hash.
 * @param {string} hash
 */
function findBuild(hash) {
  return buildIds().find((id) => id.startsWith(`${hash}-`) && isFinished(buildFolder(projectDir, id)));
}

function buildIds() {
  const parent = path.join(projectDir, 'build');
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/**
 * The random end keeps it apart from an attempt that was killed, whose compiler may still be writing.
 * @param {string} hash
 * @returns the id of the new build
 */
function make(hash) {
  say('Building…');
  const id = `${hash}-${randomBytes(2).toString('hex')}`;
  const folder = buildFolder(projectDir, id);
  const compilers = [
    ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel=error'],
    ...['bundle', 'compress'].map((step) => ['--import', 'tsx', `bin/${step}.ts`, folder]),
  ];
  const env = { ...process.env, BUILD_FOLDER: path.join('build', id) };
  for (const args of compilers) {
    const options = { cwd: projectDir, env, stdio: ['ignore', 'inherit', 'inherit'] };
    if (spawnSync(process.execPath, args, options).status === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    say(`The build failed: node ${args.join(' ')}`);
    process.exit(1);
  }
  const newHash = hashSources();
  if (newHash !== hash) {
    say('The sources have changed meanwhile.');
    rmSync(folder, { recursive: true, force: true });
    return make(newHash);
  }
  writeFileSync(path.join(folder, 'finished'), '');
  return id;
}

/**
 * Takes the lock, which the system releases when its holder ends in any way.
 * @returns {Promise<() => void>} releases it
 */
async function lock() {
  mkdirSync(path.join(projectDir, 'build'), { recursive: true });
  const { default: Database } = await import('libsql');
  const open = (timeout) => new Database(path.join(projectDir, 'build/lock.sqlite'), { timeout });
  let database = open(0);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (error.code !== 'SQLITE_BUSY') throw error;
    say('Waiting for another build…');
    database.close();
    database = open(MAX_WAIT_MS);
    database.exec('BEGIN EXCLUSIVE');
  }
  return () => database.close();
}

/** Removes all builds but the current one, the one before, and those that a process runs. */
function removeUnused() {
  const kept = Object.values(readBuilds(projectDir));
  for (const id of buildIds()) {
    const folder = buildFolder(projectDir, id);
    if (kept.includes(id) || isInUse(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function isInUse(folder) {
  const notes = processesFolder(folder);
  return existsSync(notes) && readdirSync(notes).some((pid) => isRunning(Number(pid)));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
