import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrictPermissions } from '@/app/config/private-files.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';

const modeOf = (entry: string) => (statSync(entry).mode & 0o7777).toString(8);

describe.skipIf(process.platform === 'win32')('the permissions of DATA_DIR', () => {
  let folder: string;
  let celeste: RunningCeleste;

  /**
   * A DATA_DIR of an earlier version, with a file in each of its folders, and files that are not Celeste's.
   */
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'celeste-private-'));
    for (const name of ['log', 'mail', 'storage', 'tmp', 'theirs']) mkdirSync(path.join(folder, name));
    const files = [
      'session-secret',
      'mail/old.eml',
      'log/celeste.log',
      'storage/old.wav',
      'theirs/note',
      'note',
    ];
    for (const file of files) writeFileSync(path.join(folder, file), 'x'.repeat(43));
    for (const name of ['.', 'log', 'mail', 'storage', 'tmp', 'theirs'])
      chmodSync(path.join(folder, name), 0o755);
    for (const file of files) chmodSync(path.join(folder, file), 0o644);
    celeste = await startCeleste({ dataDir: folder });
    await signUp(celeste);
  });

  afterAll(async () => {
    await celeste.stop();
    rmSync(folder, { recursive: true });
  });

  it('are narrowed where an earlier start left them open', () => {
    for (const name of ['.', 'log', 'mail', 'storage', 'tmp'])
      expect([name, modeOf(path.join(folder, name))]).toEqual([name, '700']);
    for (const file of ['session-secret', 'mail/old.eml', 'log/celeste.log'])
      expect([file, modeOf(path.join(folder, file))]).toEqual([file, '600']);
  });

  it('of new files are for the own user only, in both processes', () => {
    const OLD = ['storage/old.wav', 'theirs/note', 'note'];
    const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .filter((file) => !OLD.includes(file));
    expect(made).toEqual(expect.arrayContaining(['celeste.sqlite', 'session-secret', 'log/celeste.log']));
    expect(made.some((file) => /^mail\/\d/.test(file))).toBe(true);
    for (const file of made) expect([file, modeOf(path.join(folder, file))]).toEqual([file, '600']);
  });

  it("of files that are not Celeste's are unchanged", () => {
    expect(modeOf(path.join(folder, 'theirs'))).toBe('755');
    expect(modeOf(path.join(folder, 'note'))).toBe('644');
  });
});

it.skipIf(process.platform === 'win32')('a world-writable folder is unchanged', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'celeste-sticky-'));
  chmodSync(folder, 0o1777);
  restrictPermissions(folder);
  expect(modeOf(folder)).toBe('1777');
  rmSync(folder, { recursive: true });
});
