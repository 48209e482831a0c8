import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { SpeakerTurn, Word } from '@/app/domain/transcript/transcript';
import { transcriptConfidence } from '@/app/domain/transcript/transcript-confidence';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { type Pack, readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import { SpeechProcessError } from '@/app/integrations/speech/local/run-stage.server';
import type { ResumePoint } from '@/app/integrations/speech/local/task';
import type { PcmFile, StoredSegment } from '@/app/integrations/speech/port';
import { concatenatedWordErrors } from '@/tests/bench/metrics/cpwer';
import { diarizationErrors } from '@/tests/bench/metrics/der';
import { wordErrors } from '@/tests/bench/metrics/wer';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { sampleReference, writePcm, writeSample } from './sample';
import { speechProcessesOf, speechProcessOf, untilGone } from './speech-processes';

/** After which a speech process has loaded its models and is in a native call of minutes, which reports nothing. */
const LOADED_MS = 1500;

let dir: string;
let sample: PcmFile;
let long: PcmFile;

const engineWith = (demo: Pack) =>
  new LocalSpeechEngine(new ReadyModels({ mode: 'demo', dataDir: dir, wanted: readPack('full'), demo }));
const engine = engineWith(readPack('demo'));

function requestFor(audio: PcmFile) {
  const stop = new AbortController();
  const progress: number[] = [];
  const onProgress = (fraction: number) => {
    progress.push(fraction);
  };
  const request = {
    audio: async () => audio,
    signal: stop.signal,
    onProgress,
    isSample: false,
    speakerCount: null,
    language: 'pt',
    notes: new InMemoryCheckpoints(),
  };
  return { stop, progress, request };
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'celeste-speech-'));
  sample = await writeSample(path.join(dir, 'sample.s16'));
  long = await writeSample(path.join(dir, 'long.s16'), 8);
});

afterAll(() => rm(dir, { recursive: true }));

describe('the sample recording', () => {
  const reference = sampleReference();
  const referenceTurns = reference.map(({ speaker, start, end }) => ({
    speaker,
    startMs: start * 1000,
    endMs: end * 1000,
  }));

  let words: readonly Word[];
  let progress: number[];
  let turns: readonly SpeakerTurn[];

  beforeAll(async () => {
    const recognition = requestFor(sample);
    ({ progress } = recognition);
    ({ words } = await engine.recognize(recognition.request));
    ({ turns } = await engine.diarize(requestFor(sample).request));
  });

  it('has the requested number of speakers', async () => {
    const speakersOf = async (speakerCount: number) => {
      const { turns } = await engine.diarize({ ...requestFor(sample).request, speakerCount });
      return new Set(turns.map(({ speaker }) => speaker)).size;
    };
    expect([await speakersOf(1), await speakersOf(3)]).toEqual([1, 3]);
  });

  it('has the same two speakers in every block', async () => {
    const demo = readPack('demo');
    // Slow enough for a report, of which there is one in 200 ms at most, on some block but the last.
    const slow = { blockLength: 20, windowShiftRatio: 0.1 };
    const inBlocks = engineWith({ ...demo, diarization: { ...demo.diarization, ...slow } });
    const { request, progress } = requestFor(sample);
    const { turns } = await inBlocks.diarize(request);
    const errors = diarizationErrors(referenceTurns, turns, { collarMs: 250 });
    console.log(`DER in four blocks ${errors.percent.toFixed(2)} %`);
    expect(new Set(turns.map((turn) => turn.speaker))).toEqual(new Set([0, 1]));
    expect(errors.percent).toBeLessThan(3);
    expect(progress.length).toBeGreaterThan(1);
  });

  it('is recognized word for word, with times and confidences', () => {
    const expected = reference.map((turn) => turn.norm).join(' ');
    const errors = wordErrors(expected, words.map((word) => word.text).join(' '));
    console.log(`WER ${errors.percent.toFixed(2)} % of ${errors.words} words`);
    expect(errors).toMatchObject({ words: 150, percent: 0 });

    let earliest = 0;
    for (const word of words) {
      expect(word.startMs).toBeGreaterThanOrEqual(earliest);
      expect(word.endMs).toBeGreaterThan(word.startMs);
      const middle = (word.startMs + word.endMs) / 2;
      expect(referenceTurns.some((turn) => turn.startMs - 150 < middle && middle < turn.endMs + 150)).toBe(
        true,
      );
      earliest = word.endMs;
    }
    expect(earliest).toBeLessThanOrEqual(sample.durationMs);
    expect(transcriptConfidence(words)).toBeGreaterThan(90);
    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
  });

  it('is diarized into its two speakers', () => {
    const strict = diarizationErrors(referenceTurns, turns, { collarMs: 0 });
    const lenient = diarizationErrors(referenceTurns, turns, { collarMs: 250 });
    console.log(`DER ${strict.percent.toFixed(2)} %, with 0.25 s collar ${lenient.percent.toFixed(2)} %`);
    expect(new Set(turns.map((turn) => turn.speaker)).size).toBe(2);
    expect(lenient.percent).toBe(0);
    expect(strict.percent).toBeLessThanOrEqual(2);
    expect(turns.every((turn) => 0 <= turn.startMs && turn.endMs <= sample.durationMs)).toBe(true);
  });

  it('becomes a transcript with the right speaker for each word', () => {
    const utterances = assembleUtterances(words, turns);
    const errors = concatenatedWordErrors(
      reference.map(({ speaker, norm }) => ({ speaker, text: norm })),
      utterances,
    );
    console.log(
      `cpWER ${errors.percent.toFixed(2)} % of ${errors.words} words, ${utterances.length} utterances`,
    );
    expect(errors.percent).toBe(0);
    expect(utterances.map(({ speaker, text }) => [speaker, text])).toEqual(
      reference.map(({ speaker, norm }) => [speaker, norm]),
    );
  });
});

describe('recordings without speech', () => {
  const SECOND = 32_000;
  const noise = () => {
    const pcm = Buffer.alloc(3 * SECOND);
    for (let i = 0; i < pcm.length; i += 2)
      pcm.writeInt16LE((i * 7919) % 65_536 > 32_767 ? 32_767 : -32_768, i);
    return pcm;
  };
  const cases: [string, () => Buffer][] = [
    ['20 s of silence', () => Buffer.alloc(20 * SECOND)],
    ['no sample at all', () => Buffer.alloc(0)],
    ['one sample', () => Buffer.alloc(2, 1)],
    ['0.05 s', () => Buffer.alloc(SECOND / 20, 0x55)],
  ];

  it.each(cases)('%s has no words and no speakers', async (name, pcm) => {
    const audio = await writePcm(path.join(dir, `${name}.s16`), pcm());
    expect((await engine.recognize(requestFor(audio).request)).words).toEqual([]);
    expect(await engine.diarize(requestFor(audio).request)).toEqual({ turns: [], doubts: [], voices: [] });
  });

  it('0.05 s of speech is too short to be recognized', async () => {
    const start = 32 * 1000;
    const pcm = (await readFile(sample.path)).subarray(start, start + 1600);
    const audio = await writePcm(path.join(dir, 'short.s16'), pcm);
    expect((await engine.recognize(requestFor(audio).request)).words).toEqual([]);
  });

  it('accepts the loudest noise, and half a sample at the end', async () => {
    const audio = await writePcm(path.join(dir, 'noise.s16'), Buffer.concat([noise(), Buffer.alloc(1)]));
    const { words } = await engine.recognize(requestFor(audio).request);
    await engine.diarize(requestFor(audio).request);
    for (const word of words) {
      expect(word.endMs).toBeLessThanOrEqual(3000);
      expect(word.confidence).toBeGreaterThanOrEqual(0);
      expect(word.confidence).toBeLessThanOrEqual(1);
    }
  });

  it('keeps words within the decoded duration', async () => {
    const { words } = await engine.recognize(requestFor({ ...sample, durationMs: 9000 }).request);
    expect(words.length).toBeGreaterThan(5);
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(9000);
  });
});

describe('when the process ends early', () => {
  it('rejects with the signal that killed it', async () => {
    const { request } = requestFor(long);
    const killed = engine.recognize({
      ...request,
      onProgress: () => {
        for (const pid of speechProcessesOf(process.pid)) process.kill(pid, 'SIGKILL');
      },
    });
    await expect(killed).rejects.toMatchObject({ name: 'SpeechProcessError', signal: 'SIGKILL', code: null });
  });

  it('rejects with the exit code and the reason when a model is invalid, and recovers', async () => {
    const demo = readPack('demo');
    demo.files.encoder = 'tdt/joiner.onnx';
    const broken = engineWith(demo);
    await expect(broken.recognize(requestFor(sample).request)).rejects.toMatchObject({
      name: 'SpeechProcessError',
      code: 255,
      message: expect.stringContaining('vocab_size'),
    });
    expect((await engine.recognize(requestFor(sample).request)).words).toHaveLength(150);
  });

  it('rejects with the exit code when the recording is missing', async () => {
    const gone = { path: path.join(dir, 'gone.s16'), durationMs: 1000 };
    await expect(engine.diarize(requestFor(gone).request)).rejects.toMatchObject({
      code: 1,
      message: expect.stringContaining('ENOENT'),
    });
  });

  it('leaves no process when the parent is killed during a long call', async () => {
    childScript('app/integrations/speech/local/child.ts');
    const parent = fork(childScript('tests/integrations/speech/diarize-slowly.ts').path);
    parent.send(long);
    const pid = await speechProcessOf(parent.pid!);
    await sleep(LOADED_MS);
    parent.kill('SIGKILL');
    await untilGone(pid);
  });
});

describe('checkpoints of an earlier attempt', () => {
  /** Checkpoints that kill the speech processes at each of the first writes. */
  class KillingCheckpoints extends InMemoryCheckpoints {
    kills = 1;
    readonly #signal: NodeJS.Signals;

    constructor(signal: NodeJS.Signals = 'SIGKILL') {
      super();
      this.#signal = signal;
    }

    override async addSegment(piece: StoredSegment): Promise<void> {
      await super.addSegment(piece);
      this.#kill();
    }

    override async write(key: string, value: unknown): Promise<void> {
      await super.write(key, value);
      if (key.startsWith('block-')) this.#kill();
    }

    #kill(): void {
      if (this.kills === 0) return;
      const pids = speechProcessesOf(process.pid);
      if (pids.length > 0) this.kills -= 1;
      for (const pid of pids) process.kill(pid, this.#signal);
    }
  }

  /** Retries until an attempt succeeds, and counts the failures. */
  async function untilDone<T>(attempt: () => Promise<T>): Promise<{ result: T; failed: number }> {
    for (let failed = 0; ; failed += 1) {
      try {
        return { result: await attempt(), failed };
      } catch (error) {
        expect(error).toBeInstanceOf(SpeechProcessError);
      }
    }
  }

  it('are not recognized again, and none is lost', async () => {
    // Two audio ranges, the second of a minute.
    const audio = await writeSample(path.join(dir, 'stretches.s16'), 5);
    const undisturbed = await engine.recognize(requestFor(audio).request);
    expect(undisturbed.words).toHaveLength(5 * 150);
    const notes = new KillingCheckpoints();
    notes.kills = 2;
    const places: number[] = [];
    const { result, failed } = await untilDone(async () => {
      places.push(((await notes.readSegments()).at(-1)?.next as ResumePoint | undefined)?.heardMs ?? 0);
      return engine.recognize({ ...requestFor(audio).request, notes });
    });
    expect(failed).toBe(2);
    expect(new Set(places).size).toBe(places.length);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(result).toEqual(undisturbed);
    const pieces = await notes.readSegments();
    // Stored are the model's own confidences, which the whole recording calibrates.
    const unrated = (words: readonly Word[]) => words.map(({ confidence: _confidence, ...word }) => word);
    expect(unrated(pieces.flatMap(({ words }) => words))).toEqual(unrated(undisturbed.words));
  }, 180_000);

  it('are not diarized again', async () => {
    const demo = readPack('demo');
    const inBlocks = engineWith({ ...demo, diarization: { ...demo.diarization, blockLength: 20 } });
    const undisturbed = await inBlocks.diarize(requestFor(sample).request);
    const notes = new KillingCheckpoints();
    const { result, failed } = await untilDone(() =>
      inBlocks.diarize({ ...requestFor(sample).request, notes }),
    );
    expect(failed).toBe(1);
    expect(result).toEqual(undisturbed);
  });

  it('are used for the same model only', async () => {
    const notes = new InMemoryCheckpoints();
    const next: ResumePoint = { stretchMs: 0, segment: 900, heardMs: 70_000 };
    await notes.addSegment({ by: 'local other', next, words: [], concerns: [], hasConfidence: true });
    const { words } = await engine.recognize({ ...requestFor(sample).request, notes });
    expect(words).toHaveLength(150);
    expect((await notes.readSegments())[0]!.by).toBe('local demo');
  });

  it('record the segment at which the process crashes, which is skipped after the second crash', async () => {
    const notes = new KillingCheckpoints('SIGSEGV');
    // The process may end between two segments, which is attributed to neither.
    while (!(await notes.read('local-fatal'))) {
      notes.kills = 1;
      await expect(engine.recognize({ ...requestFor(long).request, notes })).rejects.toThrow('SIGSEGV');
    }
    const [[startMs]] = (await notes.read('local-fatal')) as [[number, number]];
    await notes.write('local-fatal', [[startMs, 2]]);
    const { words, concerns } = await engine.recognize({ ...requestFor(long).request, notes });
    expect(concerns).toEqual([{ kind: 'skipped', startMs, endMs: expect.any(Number) }]);
    const { endMs } = concerns[0]!;
    expect(words.length).toBeGreaterThan(100);
    expect(words.some((word) => word.startMs < endMs && startMs < word.endMs)).toBe(false);
  });
});

describe('when it is aborted', () => {
  it('rejects with the reason and leaves no process, during a long native call', async () => {
    const demo = readPack('demo');
    const slow = engineWith({ ...demo, diarization: { ...demo.diarization, windowShiftRatio: 0.01 } });
    const { request, stop } = requestFor(long);
    const reason = new Error('nobody wants it any more');
    const rejected = expect(slow.diarize(request)).rejects.toBe(reason);
    const pid = await speechProcessOf(process.pid);
    await sleep(LOADED_MS);
    stop.abort(reason);
    await rejected;
    await untilGone(pid);
  });

  it('kills a process that ignores SIGTERM', async () => {
    const { request, stop } = requestFor(long);
    const work = engine.recognize(request);
    const rejected = expect(work).rejects.toBe('enough');
    const pid = await speechProcessOf(process.pid);
    process.kill(pid, 'SIGSTOP');
    stop.abort('enough');
    await rejected;
    await untilGone(pid);
  });

  it('starts no process when already aborted', async () => {
    const { request, stop } = requestFor(sample);
    stop.abort('too late');
    await expect(engine.recognize(request)).rejects.toBe('too late');
    expect(speechProcessesOf(process.pid)).toEqual([]);
  });
});
