import path from 'node:path';
import { projectDir } from './env.server';

const buildDir = path.join(projectDir, 'build');
const runsFromBuild = import.meta.dirname.startsWith(buildDir + path.sep);

/**
 * Path of a child process's script: the bundle beside this one when built, else the source through tsx.
 * @param source path from the project's folder, for instance 'app/integrations/media/libav/child.ts'
 */
export function childScript(source: string): { path: string; execArgv: string[] } {
  if (!runsFromBuild) return { path: path.join(projectDir, source), execArgv: ['--import', 'tsx'] };
  return { path: path.join(buildDir, 'node', source.replace(/\.ts$/, '.js')), execArgv: [] };
}
