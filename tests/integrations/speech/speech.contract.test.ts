import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '@/app/domain/errors';
import { AssemblyAiEngine } from '@/app/integrations/speech/assemblyai/engine.server';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import { OpenAiEngine } from '@/app/integrations/speech/openai/engine.server';
import {
  EngineFault,
  type PcmFile,
  REMOTE_WORK_KEY,
  type Recognition,
  type RecognitionRequest,
  type SpeechEngine,
  StillWorking,
} from '@/app/integrations/speech/port';
import {
  recognizeSample,
  recognizeSampleAsAssemblyAi,
  SAMPLE_WORDS,
} from '@/tests/factories/recognized-sample';
import { AssemblyAiServer } from '../../support/assemblyai-server';
import { OpenAiSpeechServer } from '../../support/openai-speech-server';
import type { SpeechFault } from '../../support/speech-faults';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { writePcm, writeSample } from './sample';

/** Request timeout: long enough for a busy machine, short enough for a test. */
const TIMEOUT_MS = 2_000;
/** Shorter than the sample of over a minute, so that it is sent in several chunks. */
const CHUNK_MS = 40_000;

let dir: string;
let sample: PcmFile;
let local: LocalSpeechEngine;
let assemblyAi: AssemblyAiServer;
let openAi: OpenAiSpeechServer;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'celeste-engines-'));
  sample = await writeSample(path.join(dir, 'sample.s16'));
  const [wanted, demo] = [readPack('full'), readPack('demo')];
  local = new LocalSpeechEngine(new ReadyModels({ mode: 'demo', dataDir: dir, wanted, demo }));
  assemblyAi = await new AssemblyAiServer().start();
  openAi = await new OpenAiSpeechServer().start();
});

beforeEach(() => {
  assemblyAi.reset();
  assemblyAi.recognize = recognizeSampleAsAssemblyAi;
  openAi.requests.length = 0;
  openAi.recognize = recognizeSample;
  openAi.dialect = 'openai';
});

afterAll(async () => {
  await assemblyAi.stop();
  await openAi.stop();
  await rm(dir, { recursive: true });
});

const ENGINES = {
  local: (): SpeechEngine => local,
  assemblyai: (): SpeechEngine => {
    const account = { apiKey: assemblyAi.apiKey, baseUrl: assemblyAi.url };
    return new AssemblyAiEngine(account, { answerMs: TIMEOUT_MS, uploadMs: TIMEOUT_MS });
  },
  openai: (): SpeechEngine => {
    const server = { url: openAi.url, key: openAi.key, model: 'whisper-1' };
    return new OpenAiEngine(server, local, { chunkMs: CHUNK_MS, timeoutMs: TIMEOUT_MS });
  },
};

/** Engine with a fake voice activity detector, to save time. */
const openAiOfThreeChunks = () =>
  new OpenAiEngine(
    { url: openAi.url, key: openAi.key, model: 'whisper-1' },
    {
      readiness: async () => ({ ready: true }),
      detect: async () => [
        { startMs: 0, endMs: 20_000 },
        { startMs: 20_000, endMs: 39_000 },
        { startMs: 39_000, endMs: sample.durationMs },
      ],
      diarize: async () => ({ turns: [], doubts: [], voices: [] }),
    },
    { chunkMs: 20_000, timeoutMs: TIMEOUT_MS },
  );

function requestFor(audio: PcmFile, values: Partial<RecognitionRequest> = {}): RecognitionRequest {
  return {
    audio: async () => audio,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    isSample: false,
    speakerCount: null,
    language: 'pt',
    terms: [],
    notes: new InMemoryCheckpoints(),
    notify: null,
    ...values,
  };
}

/** Polls until the result is available, with the same checkpoints in each attempt. */
async function recognize(engine: SpeechEngine, request: RecognitionRequest): Promise<Recognition> {
  for (;;) {
    try {
      return await engine.recognize(request);
    } catch (error) {
      if (!(error instanceof StillWorking)) throw error;
      await assemblyAi.finishAll();
    }
  }
}

async function faultOf(work: Promise<unknown>): Promise<EngineFault> {
  const error = await work.then(
    () => new Error('nothing went wrong'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineFault);
  return error as EngineFault;
}

describe.each(Object.keys(ENGINES) as (keyof typeof ENGINES)[])('the engine %s', (name) => {
  const engine = () => ENGINES[name]();

  it('recognizes every word of the sample with its time, and diarizes its two speakers', async () => {
    const progress: number[] = [];
    const request = requestFor(sample, { onProgress: (fraction) => progress.push(fraction) });
    expect(await engine().readiness(false)).toEqual({ ready: true });
    const { words, turns, hasConfidence, modelName } = await recognize(engine(), request);
    expect(words.map(({ text }) => text)).toEqual(SAMPLE_WORDS.map(({ text }) => text));
    for (const [index, word] of words.entries()) {
      expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.startMs ?? 0);
      expect(word.endMs).toBeGreaterThan(word.startMs);
      expect(Math.abs(word.startMs - SAMPLE_WORDS[index]!.start)).toBeLessThan(2_000);
      expect(word.confidence).toBeGreaterThan(0);
      expect(word.confidence).toBeLessThanOrEqual(1);
    }
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(sample.durationMs);
    expect(hasConfidence).toBe(true);
    expect(modelName).toMatch(/^.{1,64}$/);
    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);

    const told = turns ?? (await engine().diarize(request))?.turns;
    expect(new Set(told!.map(({ speaker }) => speaker)).size).toBe(2);
  });

  it('returns no words for silence', async () => {
    const silence = await writePcm(path.join(dir, 'silence.s16'), Buffer.alloc(96_000));
    expect((await recognize(engine(), requestFor(silence))).words).toEqual([]);
  });

  it('rejects when already aborted', async () => {
    const signal = AbortSignal.abort('too late');
    await expect(engine().recognize(requestFor(sample, { signal }))).rejects.toBe('too late');
  });

  it('ignores remote work of other engines', async () => {
    await engine().deleteRemoteTranscript({ engine: 'another', id: 'abc' }, new AbortController().signal);
    await engine().deleteRemoteTranscript(null, new AbortController().signal);
  });
});

const DATE = new Date(Date.now() + 1_800_000).toUTCString();

/** Transient faults, and the expected Retry-After. */
const TRANSIENT_FAULTS: [name: string, fault: SpeechFault, retryAfterMs: (ms: number | null) => boolean][] = [
  ['429 with seconds', { kind: 'status', status: 429, retryAfter: '7' }, (ms) => ms === 7_000],
  [
    '429 with a date',
    { kind: 'status', status: 429, retryAfter: DATE },
    (ms) => ms! > 1_000_000 && ms! <= 1_800_000,
  ],
  ['429 alone', { kind: 'status', status: 429 }, (ms) => ms === null],
  ['500', { kind: 'status', status: 500 }, (ms) => ms === null],
  ['503', { kind: 'status', status: 503, retryAfter: '86400' }, (ms) => ms === 3_600_000],
  ['a cut connection', { kind: 'cut' }, (ms) => ms === null],
  ['half an answer', { kind: 'half' }, (ms) => ms === null],
  ['no answer in time', { kind: 'silence' }, (ms) => ms === null],
  ['no JSON', { kind: 'body', body: '<html>Bad gateway</html>' }, (ms) => ms === null],
  ['another JSON', { kind: 'body', body: '{"hello": "world"}' }, (ms) => ms === null],
  ['a JSON that is null', { kind: 'body', body: 'null' }, (ms) => ms === null],
];

describe('AssemblyAI', () => {
  const STEPS = ['POST /v2/upload', 'POST /v2/transcript', 'GET /v2/transcript/*'];

  describe.each(STEPS)('at %s', (step) => {
    it.each(TRANSIENT_FAULTS)(
      'recovers from %s at the next attempt, without repeating work',
      async (_name, fault, isExpected) => {
        const request = requestFor(sample);
        assemblyAi.faults.add(step, fault);
        const failed = await faultOf(recognize(ENGINES.assemblyai(), request));
        expect(failed.kind).toBe('unavailable');
        expect(isExpected(failed.retryAfterMs)).toBe(true);
        expect(failed.message).not.toContain(assemblyAi.apiKey);
        const { words } = await recognize(ENGINES.assemblyai(), request);
        expect(words).toHaveLength(SAMPLE_WORDS.length);
        expect(assemblyAi.startedTranscripts).toHaveLength(1);
      },
    );
  });

  it('creates one transcript when the response with its id is lost', async () => {
    for (let other = 0; other < 450; other += 1) {
      const id = `other-${other}`;
      const params = { audio_url: 'elsewhere', speech_models: ['universal-2'], language_code: 'pt' };
      const created = new Date(Date.now() + other);
      assemblyAi.transcripts.set(id, { id, status: 'processing', error: null, params, words: [], created });
    }
    const request = requestFor(sample);
    assemblyAi.faults.add('POST /v2/transcript', { kind: 'cut', done: true });
    await faultOf(recognize(ENGINES.assemblyai(), request));
    const other = [...assemblyAi.transcripts.values()].find(
      ({ params }) => params.audio_url === 'elsewhere',
    )!;
    for (let later = 0; later < 250; later += 1) {
      assemblyAi.transcripts.set(`later-${later}`, { ...other, id: `later-${later}`, created: new Date() });
    }
    expect((await recognize(ENGINES.assemblyai(), request)).words).toHaveLength(SAMPLE_WORDS.length);
    expect(assemblyAi.startedTranscripts).toHaveLength(1);
    expect(assemblyAi.uploads.size).toBe(1);
  });

  it('polls the same transcript after a crash, without decoding the recording again', async () => {
    const notes = new InMemoryCheckpoints();
    const request = requestFor(sample, { notes });
    await expect(ENGINES.assemblyai().recognize(request)).rejects.toBeInstanceOf(StillWorking);
    const gone = requestFor(sample, { notes, audio: () => Promise.reject(new Error('decoded again')) });
    await expect(ENGINES.assemblyai().recognize(gone)).rejects.toBeInstanceOf(StillWorking);
    await assemblyAi.finishAll();
    expect((await ENGINES.assemblyai().recognize(gone)).words).toHaveLength(SAMPLE_WORDS.length);
    expect(assemblyAi.startedTranscripts).toHaveLength(1);
  });

  it('sends language, key terms and webhook', async () => {
    const notify = { url: 'http://127.0.0.1:9/webhooks/speech/abc', secret: 'a secret' };
    const terms = ['Celeste', 'Ana Luísa'];
    const request = requestFor(sample, { notify, terms, language: 'en' });
    const waiting = ENGINES.assemblyai().recognize(request);
    await expect(waiting).rejects.toMatchObject({ askAgainInMs: 60_000 });
    expect(assemblyAi.startedTranscripts).toEqual([
      {
        audio_url: [...assemblyAi.uploads.keys()][0],
        speech_models: ['universal-3-5-pro', 'universal-2'],
        language_code: 'en',
        speaker_labels: true,
        keyterms_prompt: terms,
        webhook_url: notify.url,
        webhook_auth_header_name: 'X-Celeste-Notice',
        webhook_auth_header_value: 'a secret',
      },
    ]);
  });

  it.each([
    ['language_detection cannot be performed on files with no spoken audio.', 'media.no-speech'],
    ['Audio duration is too short.', 'media.no-speech'],
    ['Transcoding failed. File does not appear to contain audio. File type is text/html', 'media.no-audio'],
    ['Transcoding failed. File is corrupt.', 'media.decode-failed'],
  ])('maps the error %j to its error code', async (error, code) => {
    assemblyAi.recognize = () => error;
    const failed = recognize(ENGINES.assemblyai(), requestFor(sample));
    await expect(failed).rejects.toSatisfy((thrown) => thrown instanceof AppError && thrown.code === code);
  });

  it('starts over when a transcript fails through no fault of the recording', async () => {
    const request = requestFor(sample);
    assemblyAi.recognize = () => 'Internal server error. Please try again.';
    expect((await faultOf(recognize(ENGINES.assemblyai(), request))).kind).toBe('unavailable');
    expect(assemblyAi.transcripts.size).toBe(0);
    assemblyAi.recognize = recognizeSampleAsAssemblyAi;
    expect((await recognize(ENGINES.assemblyai(), request)).words).toHaveLength(SAMPLE_WORDS.length);
  });

  it('rejects an invalid API key, without naming it in the error', async () => {
    const engine = new AssemblyAiEngine({ apiKey: 'a wrong key', baseUrl: assemblyAi.url });
    const failed = await faultOf(engine.recognize(requestFor(sample)));
    expect(failed.kind).toBe('refused');
    expect(failed.message).not.toContain('a wrong key');
  });

  it('deletes the remote transcript, also when its id was lost, and twice', async () => {
    const { signal } = new AbortController();
    const notes = new InMemoryCheckpoints();
    await recognize(ENGINES.assemblyai(), requestFor(sample, { notes }));
    await ENGINES.assemblyai().deleteRemoteTranscript(await notes.read(REMOTE_WORK_KEY), signal);
    expect(assemblyAi.transcripts.size).toBe(0);
    await ENGINES.assemblyai().deleteRemoteTranscript(await notes.read(REMOTE_WORK_KEY), signal);

    const lost = new InMemoryCheckpoints();
    assemblyAi.faults.add('POST /v2/transcript', { kind: 'cut', done: true });
    await faultOf(recognize(ENGINES.assemblyai(), requestFor(sample, { notes: lost })));
    expect(assemblyAi.transcripts.size).toBe(1);
    await ENGINES.assemblyai().deleteRemoteTranscript(await lost.read(REMOTE_WORK_KEY), signal);
    expect(assemblyAi.transcripts.size).toBe(0);
  });

  it('deletes a transcript created while the work was abandoned', async () => {
    let written = 0;
    const notes = new InMemoryCheckpoints();
    notes.read = async () => null;
    notes.write = async () => {
      written += 1;
      if (written === 2) throw new Error('the work is another’s');
    };
    const failed = ENGINES.assemblyai().recognize(requestFor(sample, { notes }));
    await expect(failed).rejects.toThrow('the work is another’s');
    expect(assemblyAi.startedTranscripts).toHaveLength(1);
    expect(assemblyAi.transcripts.size).toBe(0);
  });

  it('aborts a pending request', async () => {
    const stop = new AbortController();
    assemblyAi.faults.add('POST /v2/transcript', { kind: 'silence' });
    const stopped = ENGINES.assemblyai().recognize(requestFor(sample, { signal: stop.signal }));
    const rejected = expect(stopped).rejects.toBe('enough');
    await expect.poll(() => assemblyAi.requests).toContain('POST /v2/transcript');
    stop.abort('enough');
    await rejected;
  });
});

describe('an OpenAI-compatible server', () => {
  it.each(TRANSIENT_FAULTS)(
    'recovers from %s at the next attempt, without sending a chunk twice',
    async (_name, fault, isExpected) => {
      const request = requestFor(sample);
      openAi.faults.add('POST /v1/audio/transcriptions', { kind: 'status', status: 500 });
      await faultOf(openAiOfThreeChunks().recognize(request));
      expect(openAi.requests).toHaveLength(0);
      let heard = 0;
      openAi.recognize = (wav) => {
        heard += 1;
        if (heard === 1) openAi.faults.add('POST /v1/audio/transcriptions', fault);
        return recognizeSample(wav);
      };
      const failed = await faultOf(openAiOfThreeChunks().recognize(request));
      expect(failed.kind).toBe('unavailable');
      expect(isExpected(failed.retryAfterMs)).toBe(true);
      expect(openAi.requests).toHaveLength(1);
      const { words } = await openAiOfThreeChunks().recognize(request);
      expect(words.map(({ text }) => text)).toEqual(SAMPLE_WORDS.map(({ text }) => text));
      expect(openAi.requests).toHaveLength(3);
    },
  );

  it('receives chunks that end in pauses, with language, model and terms', async () => {
    const terms = ['Celeste', 'Ana Luísa'];
    await recognize(ENGINES.openai(), requestFor(sample, { terms }));
    expect(openAi.requests.length).toBeGreaterThan(1);
    for (const { model, language, prompt, wav } of openAi.requests) {
      expect([model, language, prompt]).toEqual(['whisper-1', 'pt', 'Celeste, Ana Luísa.']);
      expect(wav.length).toBeLessThanOrEqual(44 + CHUNK_MS * 32);
      const [size, data] = [wav.readUInt32LE(4), wav.readUInt32LE(40)];
      expect([size, data]).toEqual([wav.length - 8, wav.length - 44]);
    }
  });

  it('truncates the prompt to its maximum length', async () => {
    const terms = Array.from({ length: 100 }, (_, index) => `palavra número ${index}`);
    await openAiOfThreeChunks().recognize(requestFor(sample, { terms }));
    expect(openAi.requests[0]!.prompt!.length).toBeLessThanOrEqual(601);
    expect(openAi.requests[0]!.prompt).toContain('palavra número 0, palavra número 1');
  });

  it.each([
    ['openai', Math.exp(-0.25), true],
    ['faster-whisper', 0.75, true],
    ['segments', Math.exp(-0.25), true],
    ['sparse', 1, false],
  ] as const)(
    'returns words in the dialect %s with confidence %f',
    async (dialect, confidence, hasConfidence) => {
      openAi.dialect = dialect;
      openAi.recognize = () => [
        { word: 'Olá,', start: 0.5, end: 1 },
        { word: 'mundo!', start: 1, end: 2 },
      ];
      const heard = await openAiOfThreeChunks().recognize(requestFor(sample));
      expect(heard.hasConfidence).toBe(hasConfidence);
      expect(heard.words.map(({ text }) => text).slice(0, 2)).toEqual(['Olá,', 'mundo!']);
      for (const word of heard.words) expect(word.confidence).toBeCloseTo(confidence, 5);
      expect(heard.words[2]!.startMs).toBe(20_500);
    },
  );

  it('is rejected when it returns text without times', async () => {
    openAi.faults.add('POST /v1/audio/transcriptions', { kind: 'body', body: '{"text": "Olá"}' });
    const failed = await faultOf(openAiOfThreeChunks().recognize(requestFor(sample)));
    expect([failed.kind, failed.detail]).toEqual(['refused', 'answer-incomplete']);
  });

  const quota = JSON.stringify({
    error: { type: 'insufficient_quota', code: 'insufficient_quota', message: '' },
  });
  it.each<[string, SpeechFault, string | null]>([
    ['a used-up quota', { kind: 'status', status: 429, body: quota }, 'quota'],
    ['a rate limit', { kind: 'status', status: 429 }, 'busy'],
    ['status 401', { kind: 'status', status: 401 }, 'key'],
    ['status 413', { kind: 'status', status: 413 }, 'file-too-large'],
    ['status 502', { kind: 'status', status: 502, body: '<html>' }, null],
    ['no answer in time', { kind: 'silence' }, 'timeout'],
    ['an answer that breaks off', { kind: 'half' }, 'answer-cut'],
    ['an empty answer', { kind: 'body', body: ' ' }, 'answer-empty'],
    ['HTML', { kind: 'body', body: '<html>Bad gateway</html>' }, 'answer-unreadable'],
    ['half a JSON', { kind: 'body', body: '{"text": "Olá", "segm' }, 'answer-unreadable'],
    ['another JSON', { kind: 'body', body: '{"hello": "world"}' }, 'answer-incomplete'],
    ['too much', { kind: 'body', body: `"${'a'.repeat(17 * 1024 ** 2)}"` }, 'answer-too-large'],
  ])('tells %s from other faults', async (_name, fault, detail) => {
    openAi.faults.add('POST /v1/audio/transcriptions', fault);
    expect((await faultOf(openAiOfThreeChunks().recognize(requestFor(sample)))).detail).toBe(detail);
  });

  it('states the language of its answer when it is another one', async () => {
    openAi.recognize = () => [{ word: 'Hello', start: 0.5, end: 1 }];
    openAi.language = 'english';
    const { concerns } = await openAiOfThreeChunks().recognize(requestFor(sample));
    expect(new Set(concerns.map(({ language }) => language))).toEqual(new Set(['en', undefined]));
    openAi.language = 'portuguese';
    const { concerns: own } = await openAiOfThreeChunks().recognize(requestFor(sample));
    expect(own.filter(({ kind }) => kind === 'language')).toEqual([]);
  });

  it.each([
    ['negative', '{"start": -3, "end": 2, "text": "bom dia"}'],
    ['reversed', '{"start": 5, "end": 2, "text": "bom dia"}'],
    ['beyond the recording', '{"start": 0.5, "end": 9000, "text": "bom dia"}'],
    ['NaN', '{"start": NaN, "end": Infinity, "text": "bom dia"}'],
    ['missing', '{"text": "bom dia"}'],
    ['overlapping', '{"start": 0.5, "end": 8, "text": "bom dia"}'],
  ])('has its %s times repaired, and a warning says so', async (_name, broken) => {
    openAi.answer = `{"text": "bom dia a todos", "segments": [${broken}, {"start": 4, "end": 6, "text": "a todos"}]}`;
    const { words, concerns } = await openAiOfThreeChunks().recognize(requestFor(sample));
    openAi.answer = null;
    const first = words.slice(0, 4);
    expect(first.map(({ text }) => text)).toEqual(['bom', 'dia', 'a', 'todos']);
    expect(first.slice(2).map(({ startMs }) => startMs)).toEqual([4_000, expect.any(Number)]);
    for (const [index, { startMs, endMs }] of first.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(first[index - 1]?.startMs ?? 0);
      expect(endMs).toBeGreaterThan(startMs);
    }
    // One for each chunk, or for each half of one that was asked for again.
    expect(concerns.filter(({ kind }) => kind === 'times').length).toBeGreaterThanOrEqual(3);
  });

  it.each([400, 401, 403, 413])(
    'rejects status %i, with neither API key nor response body in the error',
    async (status) => {
      openAi.faults.add('POST /v1/audio/transcriptions', { kind: 'status', status });
      const failed = await faultOf(openAiOfThreeChunks().recognize(requestFor(sample)));
      expect(failed.kind).toBe('refused');
      expect(failed.message).toBe(`the speech server refused to transcribe with ${status}`);
    },
  );
});

afterEach(() => {
  // A fault left over would affect the next test.
  const left = [assemblyAi.faults, openAi.faults].map((faults) => faults.remaining);
  expect(left).toEqual([0, 0]);
});
