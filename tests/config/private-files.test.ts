import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPrivate } from '@/app/config/private-files.server';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { signUp } from '../support/person';

const modeOf = (entry: string) => (statSync(entry).mode & 0o7777).toString(8);

describe.skipIf(process.platform === 'win32')('what Celeste keeps', () => {
  let folder: string;
  let celeste: RunningCeleste;

  /** As an earlier Celeste left it, with a file in each of its folders, and something that is not Celeste's. */
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

  it('is closed to other users where an earlier start left it open', () => {
    for (const name of ['.', 'log', 'mail', 'storage', 'tmp'])
      expect([name, modeOf(path.join(folder, name))]).toEqual([name, '700']);
    for (const file of ['session-secret', 'mail/old.eml', 'log/celeste.log'])
      expect([file, modeOf(path.join(folder, file))]).toEqual([file, '600']);
  });

  it('is written for its own user alone, by both halves', () => {
    const OLD = ['storage/old.wav', 'theirs/note', 'note'];
    const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .filter((file) => !OLD.includes(file));
    expect(made).toEqual(expect.arrayContaining(['celeste.sqlite', 'session-secret', 'log/celeste.log']));
    expect(made.some((file) => /^mail\/\d/.test(file))).toBe(true);
    for (const file of made) expect([file, modeOf(path.join(folder, file))]).toEqual([file, '600']);
  });

  it('takes nothing from what is not its own', () => {
    expect(modeOf(path.join(folder, 'theirs'))).toBe('755');
    expect(modeOf(path.join(folder, 'note'))).toBe('644');
  });
});

it.skipIf(process.platform === 'win32')('a folder that belongs to everybody stays theirs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'celeste-sticky-'));
  chmodSync(folder, 0o1777);
  keepPrivate(folder);
  expect(modeOf(folder)).toBe('1777');
  rmSync(folder, { recursive: true });
});
