import path from 'node:path';
import { buildDir, runsFromBuild } from './build-folder.server';
import { projectDir } from './env.server';

/** The script of a child process: the bundle beside this one when built, else the source through tsx. */
export function childScript(source: string): { path: string; execArgv: string[] } {
  if (!runsFromBuild) return { path: path.join(projectDir, source), execArgv: ['--import', 'tsx'] };
  return { path: path.join(buildDir(), 'node', source.replace(/\.ts$/, '.js')), execArgv: [] };
}
