// In JavaScript, since `bin/celeste.mjs` reads it before any package is installed.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The builds in the folder `build`, each in a folder of its own, which is never changed once it is made:
 * `current` is what the next start runs, `previous` what ran before. Null without one.
 * @typedef {{ current: string | null, previous: string | null }} Builds
 */

/** @type {Builds} */
const NONE = { current: null, previous: null };

/** @param {string} projectDir */
const listOf = (projectDir) => path.join(projectDir, 'build/builds.json');

/**
 * @param {string} projectDir
 * @returns {Builds}
 */
export function readBuilds(projectDir) {
  try {
    return { ...NONE, ...JSON.parse(readFileSync(listOf(projectDir), 'utf8')) };
  } catch {
    return NONE;
  }
}

/**
 * Makes a finished build the current one, in one step.
 * @param {string} projectDir
 * @param {string} id name of its folder
 */
export function switchBuild(projectDir, id) {
  const { current, previous } = readBuilds(projectDir);
  if (current === id) return;
  const list = listOf(projectDir);
  const draft = `${list}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ current: id, previous: current ?? previous }));
  renameSync(draft, list);
}

/**
 * Path of a build's folder.
 * @param {string} projectDir
 * @param {string} id
 */
export const buildFolder = (projectDir, id) => path.join(projectDir, 'build', id);

/**
 * Folder in which the processes that run a build note themselves, each by an empty file named by its id.
 * @param {string} folder of the build
 */
export const processesFolder = (folder) => path.join(folder, 'processes');
