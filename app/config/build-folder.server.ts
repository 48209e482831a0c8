import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { buildFolder, processesFolder, readBuilds } from './builds.server.mjs';
import { projectDir } from './env.server';

/** The build that this process runs; null from the sources. */
const ownBuild = findOwnBuild();
if (ownBuild && isMainThread) noteProcess(ownBuild);

function findOwnBuild(): string | null {
  const [first, id, ...below] = path.relative(projectDir, import.meta.dirname).split(path.sep);
  return first === 'build' && id && below.length > 0 ? id : null;
}

/** A build is kept while a process is noted in it. Where nothing can be written, nothing is removed either. */
function noteProcess(id: string): void {
  const folder = processesFolder(buildFolder(projectDir, id));
  const note = path.join(folder, String(process.pid));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(note, '');
    process.once('exit', () => rmSync(note, { force: true }));
  } catch {
    return;
  }
}

export const runsFromBuild = ownBuild !== null;

/**
 * Folder of the build that this process runs, also after a newer one was made; from the sources, of the newest.
 * @throws Error when there is none
 */
export function buildDir(): string {
  const id = ownBuild ?? readBuilds(projectDir).current;
  if (!id) throw new Error('There is no build; npm run build makes it.');
  return buildFolder(projectDir, id);
}

/**
 * Folders of the builds before and after this process's own, whose pages may still be open in browsers or
 * already come from another process.
 */
export function otherBuildDirs(): string[] {
  const { current, previous } = readBuilds(projectDir);
  return [current, previous]
    .filter((id) => id !== null && id !== ownBuild)
    .map((id) => buildFolder(projectDir, id!));
}
