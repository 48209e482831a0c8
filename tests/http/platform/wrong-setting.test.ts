import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';

describe('a command with a wrong setting', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'celeste-settings-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['start', 'web', 'worker', 'job'])(
    '%s reports it in one line, does nothing and fails',
    (command) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`build/node/bin/${command}.js`, 'sweep'],
        {
          cwd: projectDir,
          env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, MAX_FILE_GB: 'plenty' },
          encoding: 'utf8',
        },
      );
      expect(stderr).toBe('MAX_FILE_GB: got "plenty", takes a number of gigabytes above 0\n');
      expect(stdout).toBe('');
      expect(status).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
