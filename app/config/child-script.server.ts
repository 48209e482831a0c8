import path from 'node:path';
import { projectDir } from './env.server';

const buildDir = path.join(projectDir, 'build');
const runsFromBuild = import.meta.dirname.startsWith(buildDir + path.sep);

/** The script of a child process: the bundle beside this one when built, else the source through tsx. */
export function childScript(source: string): { path: string; execArgv: string[] } {
  if (!runsFromBuild) return { path: path.join(projectDir, source), execArgv: ['--import', 'tsx'] };
  return { path: path.join(buildDir, 'node', source.replace(/\.ts$/, '.js')), execArgv: [] };
}
