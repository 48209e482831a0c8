import path from 'node:path';
import { buildFolder, readBuilds } from '@/app/config/builds.server.mjs';

const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Path of a script of the newest build.
 * @param source path from the project's folder, such as bin/start.ts
 * @throws Error without a build
 */
export function builtScript(source: string): string {
  const { current } = readBuilds(projectDir);
  if (!current) throw new Error('There is no build; npm run build makes it.');
  return path.join(buildFolder(projectDir, current), 'node', source.replace(/\.ts$/, '.js'));
}

/** Path of a built command, such as start. */
export const builtCommand = (command: string): string => builtScript(`bin/${command}.ts`);
