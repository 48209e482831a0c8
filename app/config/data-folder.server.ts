import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Why a folder can neither be written to nor made, as a code of the system; null when it can. Makes nothing. */
export function writeObstacle(folder: string): string | null {
  try {
    const state = statSync(folder, { throwIfNoEntry: false });
    if (!state) return writeObstacle(path.dirname(folder));
    if (!state.isDirectory()) return 'ENOTDIR';
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EACCES';
  }
}
