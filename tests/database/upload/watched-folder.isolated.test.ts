import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { projectDir, settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { takeFile } from '@/app/services/upload/watch/take-file.server';
import { lookIntoFolder, newWatch } from '@/app/services/upload/watch/watch-folder.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const SAMPLE = path.join(projectDir, 'public/sample/reuniao.wav');

describeOnBothDatabases('the watched folder', () => {
  let folder: string;
  let email: string;
  let userId: number;
  const at = (...names: string[]) => path.join(folder, ...names);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'celeste-watched-'));
    email = `${randomUUID()}@example.com`;
    userId = await makeUser({ email });
    await giveMinutes({ userId, account: 'bought', amountMs: 36_000_000 });
    Object.assign(settings, { watchFolder: { email, folder } });
    await Job.destroy({ where: { name: 'take-file' } });
  });

  afterEach(async () => {
    Object.assign(settings, { watchFolder: null });
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  async function lookTwice(watch = newWatch()) {
    await lookIntoFolder(watch);
    await lookIntoFolder(watch);
  }

  const jobs = () => Job.findAll({ where: { name: 'take-file' }, order: ['id'] });

  const run = (job: Job) => takeFile({ payload: JSON.parse(job.payload) } as never);

  async function work() {
    for (const job of await jobs()) await run(job);
  }

  const taken = () => Transcription.findAll({ where: { userId }, order: ['id'] });

  it('sends a file that rests, once, and moves it to done', async () => {
    await cp(SAMPLE, at('Reunião de 3ª.wav'));
    await lookIntoFolder(newWatch());
    expect(await jobs()).toEqual([]);
    await Promise.all([lookTwice(), lookTwice()]);
    expect(await jobs()).toHaveLength(1);
    await work();
    expect((await taken()).map(({ title, status }) => [title, status])).toEqual([
      ['Reunião de 3ª', 'pending'],
    ]);
    expect(await readdir(folder)).toEqual(['done']);
    expect(await readdir(at('done'))).toEqual(['Reunião de 3ª.wav']);
    await lookTwice();
    await work();
    expect(await taken()).toHaveLength(1);
  });

  it('waits for a file that grows', async () => {
    const watch = newWatch();
    for (const text of ['a', 'ab', 'abc']) {
      await writeFile(at('a.wav'), text);
      await lookIntoFolder(watch);
    }
    expect(await jobs()).toEqual([]);
    await lookIntoFolder(watch);
    expect(await jobs()).toHaveLength(1);
    await writeFile(at('a.wav'), 'abcd');
    await work();
    expect(await readdir(folder)).toEqual(['a.wav']);
  });

  it('sends a file once although the worker was killed before it was moved', async () => {
    await cp(SAMPLE, at('a.wav'));
    await lookTwice();
    await work();
    await rename(at('done', 'a.wav'), at('a.wav'));
    await lookTwice();
    await work();
    expect(await taken()).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['done']);
  });

  it('keeps files of one name apart', async () => {
    for (const _turn of [1, 2]) {
      await cp(SAMPLE, at('a.wav'));
      await lookTwice();
      await work();
    }
    expect(await taken()).toHaveLength(2);
    expect((await readdir(at('done'))).sort()).toEqual(['a (2).wav', 'a.wav']);
  });

  it('moves what an upload would refuse to failed, and says why', async () => {
    await writeFile(at('notas.txt'), 'nada');
    await writeFile(at('ruído.wav'), 'nada');
    await lookTwice();
    await work();
    expect((await readdir(at('failed'))).sort()).toEqual([
      ...['notas.txt', 'notas.txt.txt', 'ruído.wav', 'ruído.wav.txt'],
    ]);
    expect(await readFile(at('failed', 'ruído.wav.txt'), 'utf8')).toBe('Arquivo inválido ou corrompido\n');
    expect(await taken()).toEqual([]);
  });

  it('refuses links, and names that are no text; sub-folders and hidden files stay', async () => {
    await symlink('/etc/passwd', at('link.wav'));
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xff, 0x2e, 0x77])]), 'x');
    await mkdir(at('sub'));
    await cp(SAMPLE, at('sub', 'a.wav'));
    await cp(SAMPLE, at('.a.wav.part'));
    await lookTwice();
    expect(await jobs()).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['.a.wav.part', 'failed', 'sub']);
    const failed = await readdir(at('failed'));
    expect(failed).toContain('link.wav');
    expect(failed).toHaveLength(4);
    expect(await readFile(at('failed', 'link.wav.txt'), 'utf8')).toContain('links não são aceitos');
  });

  it('does not follow a link that took the place of a file', async () => {
    await cp(SAMPLE, at('a.wav'));
    await lookTwice();
    await rm(at('a.wav'));
    await symlink(SAMPLE, at('a.wav'));
    await work();
    expect(await taken()).toEqual([]);
  });

  it('moves nothing through a link in place of done', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'celeste-outside-'));
    await cp(SAMPLE, at('a.wav'));
    await lookTwice();
    await symlink(outside, at('done'));
    await expect(work()).rejects.toThrow('is not a folder');
    expect(await readdir(outside)).toEqual([]);
    await lookTwice();
    await work();
    expect(await readdir(outside)).toEqual([]);
    expect(await taken()).toHaveLength(1);
    await rm(outside, { recursive: true });
  });

  it('says once that the account or the folder is missing, and goes on when it is there', async () => {
    const warn = vi.spyOn(log, 'warn');
    await cp(SAMPLE, at('a.wav'));
    await User.update({ email: `${randomUUID()}@example.com` }, { where: { id: userId } });
    const watch = newWatch();
    for (const _look of [1, 2, 3]) await lookIntoFolder(watch);
    expect(warn.mock.calls.map(([, text]) => text)).toEqual([
      'the watched folder is of an e-mail address without an account',
    ]);
    await rename(folder, `${folder}-away`);
    for (const _look of [1, 2]) await lookIntoFolder(watch);
    expect(warn.mock.calls.at(-1)![1]).toBe('the watched folder cannot be read');
    expect(warn).toHaveBeenCalledTimes(2);
    await rename(`${folder}-away`, folder);
    await User.update({ email }, { where: { id: userId } });
    await lookTwice(watch);
    await work();
    expect(await taken()).toHaveLength(1);
  });
});
