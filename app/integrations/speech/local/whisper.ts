import sherpa from 'sherpa-onnx-node';
import { MAX_SEGMENT_MS } from '@/app/domain/speech/plan-segments';
import { type Phrase, wordsFromPhrases } from '@/app/domain/speech/words-from-phrases';
import { SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { SampleRecognizer } from './recognize';
import type { WhisperModel } from './task';

/**
 * The engine outputs at most six tokens per second of input, timestamps included, and fast speech has more.
 * Silence, for which Whisper outputs nothing, raises that to eight, plus twelve for short segments.
 */
const SILENCE_SHARE = 1 / 3;
const MIN_SILENCE_SAMPLES = 2 * SAMPLE_RATE;

/** @param language null: it guesses, anew for each segment */
export async function loadWhisper(model: WhisperModel, language: string | null): Promise<SampleRecognizer> {
  const { kind, encoder, decoder, tokens, featureDim } = model;
  const engine = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim },
    modelConfig: {
      whisper: {
        encoder,
        decoder,
        language: language ?? '',
        task: 'transcribe',
        enableSegmentTimestamps: 1,
      },
      modelType: kind,
      tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
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

function phrasesOf(
  result: Awaited<ReturnType<InstanceType<typeof sherpa.OfflineRecognizer>['decodeAsync']>>,
): Phrase[] {
  const {
    text,
    segment_texts: texts,
    segment_timestamps: starts = [],
    segment_durations: durations = [],
  } = result;
  if (!texts) return [{ text, start: 0, end: null }];
  return texts.map((phrase, index) => {
    const start = starts[index] ?? 0;
    const duration = durations[index] ?? 0;
    // The last phrase may have no end, which the engine reports as a duration of 0.
    return { text: phrase, start, end: duration > 0 ? start + duration : null };
  });
}
