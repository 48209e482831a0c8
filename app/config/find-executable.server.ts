import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Where a program stands on a search path, without running anything.
 * @param searchPath folders as in PATH; relative ones are passed over, since they would depend on where we stand
 */
export function findExecutable(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
