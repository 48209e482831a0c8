import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** A file system in memory of a size that can be filled up, at a folder that is there. Needs the right to mount. */
export class SmallDisk {
  readonly #folder: string;

  /** @throws Error where nobody may mount */
  constructor(folder: string, sizeMb: number) {
    this.#folder = folder;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0700`, 'tmpfs', folder]);
    process.once('exit', () => this.unmount());
  }

  /** Fills it to the last byte. @returns frees what was filled */
  fill(): () => void {
    const ballast = path.join(this.#folder, 'ballast');
    const file = openSync(ballast, 'w');
    for (let block = BLOCK; block.length > 0; ) {
      try {
        writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        block = block.subarray(0, Math.floor(block.length / 2));
      }
    }
    closeSync(file);
    return () => rmSync(ballast, { force: true });
  }

  unmount(): void {
    try {
      execFileSync('umount', ['--lazy', this.#folder], { stdio: 'ignore' });
    } catch {
      // It was unmounted before.
    }
  }
}
