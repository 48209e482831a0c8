import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openSmallDisk, type SmallDisk } from '@/tests/support/small-disk';

let disk: SmallDisk | null;

beforeAll(async () => {
  disk = await openSmallDisk(2);
});

afterAll(() => disk?.remove());

/** The log of a process with this DATA_DIR. */
async function logIn(dataDir: string) {
  vi.resetModules();
  process.env.DATA_DIR = dataDir;
  return (await import('@/app/config/log.server')).log;
}

const TEXT = 'x'.repeat(10_000);

describe('the log', () => {
  it('does not throw when nothing can be written', async () => {
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'log-'));
    mkdirSync(path.join(dataDir, 'log'));
    symlinkSync('/dev/full', path.join(dataDir, 'log/celeste.log'));
    const log = await logIn(dataDir);
    for (let line = 0; line < 3; line += 1) log.error({ error: new Error('disk full') }, 'a job failed');
  });

  it('continues when a full disk has space again, and reports once how many lines it dropped', async ({
    skip,
  }) => {
    if (!disk) return skip('no small disk can be had');
    const file = path.join(disk.folder, 'log/celeste.log');
    const log = await logIn(disk.folder);
    log.info({ text: TEXT }, 'before');
    await disk.fill();
    const bytesBefore = process.memoryUsage().rss;
    for (let line = 0; line < 5_000; line += 1) log.info({ line, text: TEXT }, 'meanwhile');
    expect(process.memoryUsage().rss - bytesBefore).toBeLessThan(25 * 1024 ** 2);
    await disk.empty();
    log.info('after');
    log.info('later');
    const kept = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; lines?: number });
    const lost = kept.filter(({ msg }) => msg.includes('lost'));
    const written = kept.filter(({ msg }) => msg === 'meanwhile').length;
    expect(lost).toHaveLength(1);
    // The buffered lines, and the report of the dropped ones, are all of them.
    expect(lost[0]!.lines! + written).toBe(5_000);
    expect(kept.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['before', 'after', 'later']));
  });
});
