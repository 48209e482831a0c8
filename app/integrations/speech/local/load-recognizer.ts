import sherpa from 'sherpa-onnx-node';
import { MAX_SEGMENT_MS } from '@/app/domain/speech/plan-segments';
import { type Phrase, wordsFromPhrases } from '@/app/domain/speech/words-from-phrases';
import { wordsFromTokens } from '@/app/domain/speech/words-from-tokens';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import { SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models, TransducerModel, WhisperModel } from './task';

/** Recognizes the samples of a segment. Returns words in order of time, with times in the recording. */
export type SampleRecognizer = (samples: Float32Array, part: TimeRange) => Promise<Word[]>;

const RUNTIME = { numThreads: 1, provider: 'cpu', debug: 0 } as const;

/** @param language for Whisper; null: it guesses, anew for each segment */
export const loadRecognizer = ({ recognizer }: Models, language: string | null): Promise<SampleRecognizer> =>
  recognizer.kind === 'whisper' ? loadWhisper(recognizer, language) : loadTransducer(recognizer);

async function loadTransducer(model: TransducerModel): Promise<SampleRecognizer> {
  const { kind, encoder, decoder, joiner, tokens, featureDim } = model;
  const engine = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim },
    modelConfig: { ...RUNTIME, modelType: kind, tokens, transducer: { encoder, decoder, joiner } },
  });
  return async (samples, part) => {
    const stream = engine.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    const result = await engine.decodeAsync(stream);
    return wordsFromTokens({ ...result, logProbs: result.ys_log_probs }, part);
  };
}

/**
 * The engine outputs at most six tokens per second of input, timestamps included, and fast speech has more.
 * Appended silence, for which Whisper outputs nothing, raises that to eight, plus twelve for short segments.
 */
const SILENCE_SHARE = 1 / 3;
const MIN_SILENCE_SAMPLES = 2 * SAMPLE_RATE;

async function loadWhisper(model: WhisperModel, language: string | null): Promise<SampleRecognizer> {
  const { kind, encoder, decoder, tokens, featureDim } = model;
  const task = { language: language ?? '', task: 'transcribe', enableSegmentTimestamps: 1 } as const;
  const engine = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim },
    modelConfig: { ...RUNTIME, modelType: kind, tokens, whisper: { encoder, decoder, ...task } },
  });
  const room = new Float32Array(MAX_SEGMENT_MS * SAMPLES_PER_MS);
  return async (samples, part) => {
    const silence = Math.max(MIN_SILENCE_SAMPLES, Math.round(SILENCE_SHARE * samples.length));
    room.set(samples);
    room.fill(0, samples.length, samples.length + silence);
    const stream = engine.createStream();
    stream.acceptWaveform({ samples: room.subarray(0, samples.length + silence), sampleRate: SAMPLE_RATE });
    return wordsFromPhrases(phrasesOf(await engine.decodeAsync(stream)), part);
  };
}

type WhisperResult = Awaited<ReturnType<InstanceType<typeof sherpa.OfflineRecognizer>['decodeAsync']>>;

function phrasesOf(result: WhisperResult): Phrase[] {
  const { segment_texts: texts, segment_timestamps: starts = [], segment_durations: durations = [] } = result;
  if (!texts) return [{ text: result.text, start: 0, end: null }];
  return texts.map((phrase, index) => {
    const start = starts[index] ?? 0;
    const duration = durations[index] ?? 0;
    // The last phrase may have no end, which the engine reports as a duration of 0.
    return { text: phrase, start, end: duration > 0 ? start + duration : null };
  });
}
