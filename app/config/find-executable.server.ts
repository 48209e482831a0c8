import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** @param searchPath as PATH; relative folders are ignored, since they depend on the working directory */
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
