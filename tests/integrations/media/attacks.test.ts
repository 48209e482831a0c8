import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { findExecutable } from '@/app/config/find-executable.server';
import { wav } from '../../factories/wav';
import { createTestFolder, ffmpegPrograms } from './adapters';
import { bombs, movOfAnother, polyglots, textAttacks } from './attack-files';
import type { Reading } from './decode-folder';
import { store, TONE_HZ, tone } from './recordings';
import { loudest, pitchHz, readSamples } from './samples';

const run = promisify(execFile);

const SECRET_HZ = 900;
const MAX_MS = 60_000;
const BYTES_PER_MS = 32;
const REFUSED = ['media.unsupported', 'media.invalid', 'media.no-audio', 'media.too-long'];

const folder = await createTestFolder();
const inputs = path.join(folder, 'inputs');
await mkdir(inputs);
const strace = findStrace();

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
afterAll(() => void listener.close());

const forbidden = {
  address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
  recording: await store(inputs, 'forbidden.wav', wav(tone(9, 16_000, SECRET_HZ))),
  text: await store(folder, 'forbidden.txt', 'segredo de justiça'),
};
const texts = textAttacks(forbidden);

/** Finds strace when it is permitted to trace processes here. */
function findStrace(): string | undefined {
  const found = findExecutable('strace', process.env.PATH ?? '');
  try {
    if (found) execFileSync(found, ['-f', '-e', 'trace=none', process.execPath, '-e', '']);
    return found;
  } catch {
    return undefined;
  }
}

/**
 * Runs a program and traces the files it opens and its connections. @returns stdout and trace; the trace is
 * '' without strace
 */
async function watch(command: string[]): Promise<{ stdout: string; trace: string }> {
  const log = path.join(folder, 'trace');
  const watcher = [strace!, '-f', '-qq', '--seccomp-bpf', '-e', 'trace=network,openat,open', '-o', log];
  const [program, ...args] = [...(strace ? watcher : []), ...command] as [string, ...string[]];
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 ** 2 }).catch(
    (error: { stdout: string }) => error,
  );
  return { stdout, trace: strace ? await readFile(log, 'utf8') : '' };
}

describe('a hostile file', () => {
  let readings: Reading[];
  let trace: string;
  const of = (name: string) => readings.filter(({ file }) => file === path.basename(name));

  beforeAll(async () => {
    for (const [name, content] of texts) await store(inputs, name, content);
    await polyglots(inputs, forbidden);
    if (ffmpegPrograms) {
      const { ffmpeg } = ffmpegPrograms;
      await bombs(ffmpeg, folder, inputs);
      for (const kind of ['alias', 'url'] as const)
        await movOfAnother(ffmpeg, folder, inputs, kind, forbidden);
    }
    const outputs = path.join(folder, 'outputs');
    await mkdir(outputs);
    childScript('app/integrations/media/libav/child.ts');
    const script = childScript('tests/integrations/media/decode-folder.ts');
    const watched = await watch([process.execPath, script.path, inputs, outputs, String(MAX_MS)]);
    trace = watched.trace;
    readings = watched.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Reading);
  }, 600_000);

  it('is accepted or rejected with a known error code by every decoder', () => {
    const decoders = new Set(readings.map(({ decoder }) => decoder));
    expect(decoders.size).toBe(ffmpegPrograms ? 2 : 1);
    expect(readings.length).toBeGreaterThan(texts.length * decoders.size);
    const others = readings.filter(({ verdict }) => ![...REFUSED, 'accepted'].includes(verdict));
    expect(others).toEqual([]);
  });

  it('is rejected when it only references other files, under any file name', () => {
    const taken = texts.flatMap(([name]) => of(name).filter(({ verdict }) => !REFUSED.includes(verdict)));
    expect(taken).toEqual([]);
  });

  it('is decoded correctly when it is a polyglot', async () => {
    for (const name of ['behind.wav', 'archive.wav', 'page.wav']) {
      for (const { verdict, output } of of(name)) {
        expect([name, verdict]).toEqual([name, 'accepted']);
        const { samples, durationMs } = await readSamples(output);
        expect(Math.abs(durationMs - 1000)).toBeLessThan(50);
        expect(Math.abs(pitchHz(samples, 200, 800) - TONE_HZ)).toBeLessThan(3);
      }
    }
  });

  it('decodes no audio of another file', async () => {
    for (const { output } of readings.filter(({ verdict }) => verdict === 'accepted')) {
      const { samples, durationMs } = await readSamples(output);
      const pitch = pitchHz(samples, 100, Math.min(900, durationMs));
      const isSecret = Math.abs(pitch - SECRET_HZ) < 30 && loudest(samples, 100, 900) > 1000;
      expect([output, isSecret]).toEqual([output, false]);
    }
  });

  it('writes no more output than requested, whatever its stated duration', async () => {
    for (const { output } of readings.filter(({ verdict }) => verdict === 'accepted')) {
      expect((await stat(output)).size).toBeLessThanOrEqual(MAX_MS * BYTES_PER_MS);
    }
  });

  it('opens no connection', () => {
    expect(connections).toBe(0);
    expect(trace.match(/.*AF_INET.*/g)).toBeNull();
  });

  it.runIf(strace)('opens no other file', () => {
    expect(trace).toContain('behind.wav');
    expect(trace.match(/.*forbidden\.(wav|txt).*/g)).toBeNull();
  });
});

describe.runIf(ffmpegPrograms)('the trace', () => {
  const { ffprobe } = ffmpegPrograms ?? { ffprobe: '' };

  it('detects a program that connects to a URL', async () => {
    const before = connections;
    const list = path.join(inputs, 'segment-0.m3u8');
    const { trace } = await watch([ffprobe, '-v', 'quiet', '-protocol_whitelist', 'file,http,tcp', list]);
    expect(connections).toBeGreaterThan(before);
    if (strace) expect(trace).toContain('AF_INET');
  });

  it.runIf(strace)('detects a program that opens the file that a track references', async () => {
    const mov = path.join(inputs, 'alias.mov');
    const { trace } = await watch([
      ffprobe,
      '-v',
      'quiet',
      '-enable_drefs',
      '1',
      '-use_absolute_path',
      '1',
      mov,
    ]);
    expect(trace).toContain('forbidden.wav');
  });
});
