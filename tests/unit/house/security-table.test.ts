import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

/** The requirements of OWASP ASVS 5.0.0 by their level. */
const required = JSON.parse(read('tests/unit/house/asvs-5.0.json')) as Record<'1' | '2', string[]>;

const STATES = ['met', 'met by reading', 'not applicable', 'open'];

interface Row {
  id: string;
  level: string;
  about: string;
  state: string;
  reason: string;
}

const page = read('docs/security.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line): Row => {
    const [id = '', level = '', about = '', state = '', reason = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { id, level, about, state, reason };
  });
const testsIn = (text: string) => [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file!);

describe('the security table', () => {
  it('has every requirement of levels 1 and 2 once, in order', () => {
    expect(required['1'].length + required['2'].length).toBe(253);
    const inOrder = (ids: string[]) => [...ids].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    expect(rows.map(({ id }) => id)).toEqual(inOrder([...required['1'], ...required['2']]));
    for (const { id, level } of rows)
      expect([id, required[level as '1' | '2']?.includes(id)]).toEqual([id, true]);
  });

  it('has a state and a reason for each', () => {
    for (const { id, about, state, reason } of rows) {
      expect([id, STATES.includes(state)]).toEqual([id, true]);
      expect([id, about !== '' && reason !== '']).toEqual([id, true]);
      if (state === 'met') expect([id, testsIn(reason).length > 0]).toEqual([id, true]);
    }
  });

  it('names only existing tests', () => {
    const missing = testsIn(page).filter((file) => !existsSync(path.join(projectDir, file)));
    expect(missing).toEqual([]);
  });

  it('has correct totals', () => {
    const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
    const [, met, reading, open, none] =
      /(\d+) are met\s+by a test, (\d+) by reading alone, (\d+) are open, (\d+) do not apply/.exec(page) ??
      [];
    expect([met, reading, open, none].map(Number)).toEqual(
      ['met', 'met by reading', 'open', 'not applicable'].map(count),
    );
  });
});
