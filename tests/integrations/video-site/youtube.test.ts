import '@/tests/support/data-folder';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createYoutube } from '@/app/integrations/video-site/youtube.server';
import { wav } from '../../factories/wav';
import { startVideoServer, type VideoServer } from '../../support/video-server';
import { findYtdlp } from '../../support/ytdlp';
import { tone } from '../media/recordings';

const ID = 'abc-EFG_123';
const SOUND = wav(tone(5));
const never = new AbortController().signal;
const ytdlp = findYtdlp();

let server: VideoServer;

beforeAll(async () => {
  server = await startVideoServer();
  server.videos.set(ID, { title: ' Reunião <b> ', seconds: 5, sound: SOUND });
});

afterAll(() => server.stop());

const site = (program?: string) =>
  createYoutube({ baseUrl: server.url, findProgram: () => program, searchPath: process.env.PATH ?? '' });
const folder = () => mkdtemp(path.join(tmpdir(), 'celeste-video-'));
const fetched = async (program?: string, maxBytes = 1024 ** 2, signal: AbortSignal = never) => {
  const told: number[] = [];
  const into = await folder();
  const file = await site(program).download(ID, into, {
    maxBytes,
    signal,
    onProgress: (part) => told.push(part),
  });
  return { file, told, into };
};

describe('titleOf', () => {
  it('returns the title that the site reports', async () => {
    expect(await site().readTitle(ID)).toBe('Reunião <b>');
  });

  it('rejects for private and unknown videos, and while the site is unavailable', async () => {
    await expect(site().readTitle('00000000000')).rejects.toMatchObject({ code: 'video.not-found' });
    server.refused.add(ID);
    await expect(site().readTitle(ID)).rejects.toMatchObject({ code: 'video.not-found' });
    server.refused.clear();
    const silent = createYoutube({
      baseUrl: 'http://127.0.0.1:1',
      findProgram: () => undefined,
      searchPath: '',
    });
    await expect(silent.readTitle(ID)).rejects.toMatchObject({ code: 'video.unreachable' });
  });
});

describe('the download program', () => {
  const node = (program: string) => `'${process.execPath}' -e '${program}'`;
  const waiting = node('setTimeout(() => {}, 1e6)');

  /** A shell script in place of yt-dlp. */
  async function script(lines: string): Promise<string> {
    const file = path.join(await folder(), 'yt-dlp');
    await writeFile(file, `#!/bin/sh\n${lines}\n`);
    await chmod(file, 0o755);
    return file;
  }

  it('is reported when it is missing', async () => {
    for (const program of [undefined, '/nonexistent/yt-dlp']) {
      await expect(site(program).readDurationMs(ID, never)).rejects.toMatchObject({
        code: 'video.no-downloader',
      });
      await expect(fetched(program)).rejects.toMatchObject({ code: 'video.no-downloader' });
    }
  });

  it('gets the URL as its last argument and no secrets', async () => {
    process.env.SESSION_SECRET_OF_TEST = 'secret';
    const program = await script(
      'printf "%s\\n" "$@" > "$HOME/args"; export -p > "$HOME/env"; : > "$HOME/audio.wav"',
    );
    const { into } = await fetched(program);
    const args = (await readFile(path.join(into, 'args'), 'utf8')).trim().split('\n');
    expect(args.slice(-2)).toEqual(['--', `${server.url}/watch?v=${ID}`]);
    expect(args).toEqual(expect.arrayContaining(['--ignore-config', '--no-playlist']));
    const exported = await readFile(path.join(into, 'env'), 'utf8');
    const names = [...exported.matchAll(/^(?:export|declare -x) (\w+)/gm)].map(([, name]) => name);
    const ofTheShell = ['PWD', 'SHLVL', '_', 'OLDPWD'];
    expect(names.filter((name) => !ofTheShell.includes(name!)).sort()).toEqual([
      'HOME',
      'LC_ALL',
      'NODE_ENV',
      'PATH',
    ]);
  });

  it('is killed with its child processes', async () => {
    const program = await script(`${waiting} & echo $! > "$HOME/pid"; wait`);
    const stop = new AbortController();
    const into = await folder();
    const options = { maxBytes: 1000, signal: stop.signal, onProgress: () => {} };
    const running = site(program).download(ID, into, options);
    running.catch(() => {});
    const pidFile = path.join(into, 'pid');
    await expect.poll(() => readFile(pidFile, 'utf8').catch(() => '')).toMatch(/\d+\n/);
    const pid = Number(await readFile(pidFile, 'utf8'));
    stop.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    const state = () =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        (text) => text.split(' ')[2],
        () => 'gone',
      );
    await expect.poll(state).toMatch(/gone|Z/);
  });

  it('is stopped when it writes more than the limit', async () => {
    const program = await script(
      `${node('process.stdout.write(Buffer.alloc(1e5))')} > "$HOME/audio.wav"; ${waiting}`,
    );
    await expect(fetched(program, 50_000)).rejects.toMatchObject({ code: 'media.too-large' });
  });

  it('reports a live stream', async () => {
    const program = await script(`echo '{"duration": null, "live_status": "is_live"}'`);
    await expect(site(program).readDurationMs(ID, never)).rejects.toMatchObject({ code: 'video.live' });
  });
});

describe.skipIf(!ytdlp)('yt-dlp', () => {
  it('reads the duration of a video', async () => {
    expect(await site(ytdlp).readDurationMs(ID, never)).toBe(5_000);
  });

  it('downloads the audio and reports progress', async () => {
    const { file, told } = await fetched(ytdlp);
    expect(await readFile(file)).toEqual(SOUND);
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('rejects a file that is too large', async () => {
    await expect(fetched(ytdlp, 1000)).rejects.toMatchObject({ code: 'media.too-large' });
  });

  it('reports a video that the site denies', async () => {
    server.refused.add(ID);
    await expect(site(ytdlp).readDurationMs(ID, never)).rejects.toMatchObject({ code: 'video.refused' });
    await expect(fetched(ytdlp)).rejects.toMatchObject({ code: 'video.refused' });
    server.refused.clear();
  });
});
