import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { builtCommand } from '@/tests/support/built';

describe('a command with a wrong setting', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'celeste-settings-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['start', 'web', 'worker', 'job'])(
    '%s reports it in one line, does nothing and fails',
    (command) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand(command!), 'sweep'], {
        cwd: projectDir,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, MAX_FILE_GB: 'plenty' },
        encoding: 'utf8',
      });
      expect(stderr).toBe('MAX_FILE_GB: got "plenty", takes a number of gigabytes above 0\n');
      expect(stdout).toBe('');
      expect(status).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe('a data folder that cannot be written to', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'celeste-no-disk-'));
    writeFileSync(path.join(folder, 'file'), 'of somebody');
    mkdirSync(path.join(folder, 'closed'), { mode: 0o500 });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  // Root writes everywhere.
  const places = process.getuid?.() === 0 ? ['file', 'file/below'] : ['file', 'file/below', 'closed/below'];

  it.each(['start', 'web', 'worker', 'admin'].flatMap((command) => places.map((place) => [command, place])))(
    'is reported by %s in one line: %s',
    (command, place) => {
      const dataDir = path.join(folder, place!);
      const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand(command!), 'migrations'], {
        cwd: projectDir,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(stderr).toMatch(/^DATA_DIR: got "[^"\n]+", takes a folder that can be written to \(E\w+\)\n$/);
      expect(stderr).toContain(`"${dataDir}"`);
      expect([stdout, status]).toEqual(['', 1]);
    },
  );
});
