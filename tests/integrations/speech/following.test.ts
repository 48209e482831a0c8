import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { PcmFile, StoredSegment } from '@/app/integrations/speech/port';
import { wordErrors } from '@/tests/bench/metrics/wer';
import { OFTEN } from '@/tests/support/until';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { sampleReference, writePcm, writeSample } from './sample';
import { speechProcessesOf } from './speech-processes';

const BYTES_PER_MS = 32;
/** How much faster than it was spoken a recording is written. */
const HASTE = 6;
const TICK_MS = 100;
/** Text is at most this much behind the audio. */
const MAX_DELAY_MS = 20_000;

let dir: string;
let sample: PcmFile;
let pcm: Buffer;

const engine = () =>
  new LocalSpeechEngine(
    new ReadyModels({ mode: 'demo', dataDir: dir, wanted: readPack('full'), demo: readPack('demo') }),
  );

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'celeste-follow-'));
  sample = await writeSample(path.join(dir, 'sample.s16'));
  pcm = await readFile(sample.path);
});

afterAll(() => rm(dir, { recursive: true }));

class WatchedCheckpoints extends InMemoryCheckpoints {
  onSegment: (segment: StoredSegment) => void = () => undefined;

  override async addSegment(segment: StoredSegment): Promise<void> {
    await super.addSegment(segment);
    this.onSegment(segment);
  }
}

/** Follows a file of its own; `grow` writes to it with `HASTE` and returns when all is written. */
async function start(name: string, notes = new WatchedCheckpoints()) {
  const file = path.join(dir, `${name}.s16`);
  await writeFile(file, '');
  const stop = new AbortController();
  let writtenMs = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const result = engine().follow({ path: file, ended, signal: stop.signal, language: 'pt', notes });
  result.catch(() => {});
  const grow = async (content: Buffer) => {
    const step = HASTE * TICK_MS * BYTES_PER_MS;
    for (let at = 0; at < content.length; at += step) {
      await appendFile(file, content.subarray(at, at + step));
      writtenMs = Math.min(at + step, content.length) / BYTES_PER_MS;
      await sleep(TICK_MS);
    }
  };
  return { file, notes, stop, end, result, grow, writtenMs: () => writtenMs };
}

const textOf = (segments: { words: { text: string }[] }[]) =>
  segments.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');

const recognizeFinished = (notes: InMemoryCheckpoints, recording = sample) =>
  engine().recognize({
    audio: async () => recording,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    isSample: false,
    speakerCount: null,
    language: 'pt',
    notes,
  });

const processes = () => speechProcessesOf(process.pid, 'follow');

describe('a recording that grows', () => {
  let heard: StoredSegment[];
  let delaysMs: number[];

  beforeAll(async () => {
    const { notes, result, grow, end, writtenMs } = await start('grows');
    delaysMs = [];
    notes.onSegment = ({ words }) => {
      if (words[0]) delaysMs.push(writtenMs() - words[0].startMs);
    };
    await grow(pcm);
    end();
    await result;
    heard = await notes.readSegments();
  });

  it('is recognized within 20 s after each word, in ranges of some seconds', () => {
    console.log(`delays of live text: ${delaysMs.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`);
    expect(Math.max(...delaysMs)).toBeLessThan(MAX_DELAY_MS);
    expect(heard.length).toBeGreaterThan(5);
    const ends = heard.map(({ next }) => (next as { heardMs: number }).heardMs);
    expect([...ends].sort((a, b) => a - b)).toEqual(ends);
    for (const { words, next } of heard) {
      expect(words.at(-1)!.endMs).toBeLessThanOrEqual((next as { heardMs: number }).heardMs);
    }
  });

  it('has the words that were spoken', () => {
    const spoken = sampleReference().map(({ norm }) => norm);
    const errors = wordErrors(spoken.join(' '), textOf(heard));
    console.log(`WER of live text ${errors.percent.toFixed(2)} % of ${errors.words} words`);
    expect(errors.percent).toBeLessThan(3);
  });

  it.each([
    ['all', 1],
    ['half', 0.5],
  ])('keeps what was heard when the finished recording is recognized: %s', async (_, share) => {
    const notes = new InMemoryCheckpoints();
    const kept = heard.slice(0, Math.round(share * heard.length));
    for (const segment of kept) await notes.addSegment(segment);
    const { words } = await recognizeFinished(notes);
    const before = kept.flatMap((segment) => segment.words);
    const placeOf = ({ text, startMs, endMs }: (typeof words)[number]) => ({ text, startMs, endMs });
    expect(words.slice(0, before.length).map(placeOf)).toEqual(before.map(placeOf));
    const spoken = sampleReference().map(({ norm }) => norm);
    expect(wordErrors(spoken.join(' '), textOf([{ words }])).percent).toBeLessThan(3);
    expect((await notes.readSegments()).slice(0, kept.length)).toEqual(kept);
  });

  it('is recognized again from where the finished recording has another sound', async () => {
    const { heardMs } = heard[2]!.next as { heardMs: number };
    const shiftMs = 300;
    const at = heardMs * BYTES_PER_MS;
    const silence = Buffer.alloc(shiftMs * BYTES_PER_MS);
    const content = Buffer.concat([pcm.subarray(0, at), silence, pcm.subarray(at)]);
    const mended = await writePcm(path.join(dir, 'mended.s16'), content);
    const notes = new InMemoryCheckpoints();
    for (const segment of heard) await notes.addSegment(segment);
    const { words } = await recognizeFinished(notes, mended);
    expect((await notes.readSegments()).slice(0, 3)).toEqual(heard.slice(0, 3));
    const lastLive = heard.at(-1)!.words.at(-1)!;
    expect(Math.abs(words.at(-1)!.startMs - lastLive.startMs - shiftMs)).toBeLessThan(100);
    const spoken = sampleReference().map(({ norm }) => norm);
    expect(wordErrors(spoken.join(' '), textOf([{ words }])).percent).toBeLessThan(3);
  });

  it('continues after its process was killed, without a word twice', async () => {
    const notes = new WatchedCheckpoints();
    notes.onSegment = () => {
      for (const pid of processes()) process.kill(pid, 'SIGKILL');
    };
    const killed = await start('killed', notes);
    await appendFile(killed.file, pcm.subarray(0, pcm.length / 2));
    await expect(killed.result).rejects.toMatchObject({ name: 'SpeechProcessError', kind: 'died' });
    notes.onSegment = () => undefined;
    const before = await notes.readSegments();
    const again = await start('again', notes);
    await appendFile(again.file, pcm);
    again.end();
    await again.result;
    const all = await notes.readSegments();
    expect(all.slice(0, before.length)).toEqual(before);
    const spoken = sampleReference().map(({ norm }) => norm);
    expect(wordErrors(spoken.join(' '), textOf(all)).percent).toBeLessThan(3);
  });

  it('stores nothing for silence, nor for nothing', async () => {
    const silent = await start('silent');
    await appendFile(silent.file, Buffer.alloc(60_000 * BYTES_PER_MS));
    silent.end();
    await silent.result;
    expect(await silent.notes.readSegments()).toEqual([]);
    const empty = await start('empty');
    empty.end();
    await empty.result;
    expect(await empty.notes.readSegments()).toEqual([]);
  });

  it('starts over when another model heard the beginning', async () => {
    const notes = new WatchedCheckpoints();
    const next = { stretchMs: 60_000, segment: 0, heardMs: 60_000 };
    await notes.addSegment({ by: 'local other', next, words: [], concerns: [], hasConfidence: true });
    const { file, end, result } = await start('other-model', notes);
    await appendFile(file, pcm);
    end();
    await result;
    const segments = await notes.readSegments();
    expect(segments.map(({ by }) => by)).not.toContain('local other');
    expect(segments[0]!.words[0]!.startMs).toBeLessThan(5_000);
  });
});

describe('the process of live text', () => {
  it('gives way to others, and ends within two seconds when aborted', async () => {
    const { file, result, stop, notes } = await start('aborted');
    await appendFile(file, pcm);
    await expect.poll(async () => (await notes.readSegments()).length, OFTEN).toBeGreaterThan(0);
    const [pid] = processes();
    expect(os.getPriority(pid!)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
    const score = os.platform() === 'linux' && (await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'));
    if (score) expect(Number(score)).toBe(800);
    const reason = new Error('the meeting is over');
    const startedAt = performance.now();
    stop.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(processes()).toEqual([]);
  });

  it('ends when its segments cannot be stored', async () => {
    const notes = new WatchedCheckpoints();
    notes.onSegment = () => {
      throw new Error('the meeting was deleted');
    };
    const { file, result } = await start('unstored', notes);
    await appendFile(file, pcm);
    await expect(result).rejects.toThrow('the meeting was deleted');
    expect(processes()).toEqual([]);
  });

  it.runIf(os.platform() === 'linux')('holds its memory flat', async () => {
    const residentMb: number[] = [];
    const notes = new WatchedCheckpoints();
    const reads: Promise<void>[] = [];
    notes.onSegment = () => {
      const [pid] = processes();
      const read = async () => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        residentMb.push(Number(/^VmRSS:\s*(\d+) kB/m.exec(status)![1]) / 1024);
      };
      if (pid) reads.push(read().catch(() => undefined));
    };
    const { file, end, result } = await start('long', notes);
    await appendFile(file, Buffer.concat(Array.from({ length: 10 }, () => pcm)));
    end();
    await result;
    await Promise.all(reads);
    const quarter = residentMb[Math.floor(residentMb.length / 4)]!;
    console.log(
      `memory: ${quarter.toFixed(0)} MB after 3 min, ${residentMb.at(-1)!.toFixed(0)} MB after 12 min`,
    );
    expect(residentMb.at(-1)! - quarter).toBeLessThan(20);
  });
});
