import sherpa from 'sherpa-onnx-node';
import { LONGEST_MS, type Span } from '@/app/domain/transcription/plan-segments';
import { wordsFromTokens } from '@/app/domain/transcription/words-from-tokens';
import { hearCarefully } from '../hear-carefully';
import { findStretches } from './detect-speech';
import { type PcmReader, quietestMiddle, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { HeardSegment, Models, Place } from './task';

export interface RecognizeOptions {
  from: Place;
  /** The engine does not get through the segments that begin here, in ms. */
  skipped: readonly number[];
  /** Told before a segment is begun, so that whoever knows what ended this process. */
  onBegun: (segment: Span) => Promise<void>;
  onHeard: (heard: HeardSegment) => Promise<void>;
  onProgress: (fraction: number) => void;
}

/** Recognises the words of a recording, segment by segment; each is told of as soon as it was heard. */
export async function recognize(pcm: PcmReader, models: Models, options: RecognizeOptions): Promise<void> {
  const { from, skipped, onBegun, onHeard, onProgress } = options;
  let recognizer: Recognizer | undefined;
  onProgress(from.heardMs / Math.max(1, pcm.durationMs));
  for await (const stretch of findStretches(pcm, models, from.stretchMs)) {
    for (const [index, segment] of stretch.segments.entries()) {
      if (stretch.startMs === from.stretchMs && index < from.segment) continue;
      const next = { stretchMs: stretch.startMs, segment: index + 1, heardMs: segment.endMs };
      if (skipped.includes(segment.startMs)) {
        await onHeard({ next, words: [], concerns: [{ kind: 'skipped', ...segment }] });
      } else {
        recognizer ??= await Recognizer.load(pcm, models);
        await onBegun(segment);
        await onHeard({ next, ...(await recognizer.hear(segment)) });
      }
      onProgress(segment.endMs / pcm.durationMs);
    }
    // What the engine holds for each segment goes with its wrapper, whose few bytes call for no collection.
    globalThis.gc?.();
    onProgress(Math.max(from.heardMs, stretch.endMs) / pcm.durationMs);
  }
}

class Recognizer {
  readonly #engine: InstanceType<typeof sherpa.OfflineRecognizer>;
  readonly #pcm: PcmReader;
  readonly #room = new Float32Array(LONGEST_MS * SAMPLES_PER_MS);

  private constructor(engine: InstanceType<typeof sherpa.OfflineRecognizer>, pcm: PcmReader) {
    this.#engine = engine;
    this.#pcm = pcm;
  }

  static async load(pcm: PcmReader, models: Models): Promise<Recognizer> {
    const { encoder, decoder, joiner, tokens } = models.files;
    const engine = await sherpa.OfflineRecognizer.createAsync({
      featConfig: { sampleRate: SAMPLE_RATE, featureDim: models.featureDim },
      modelConfig: {
        transducer: { encoder, decoder, joiner },
        modelType: 'nemo_transducer',
        tokens,
        numThreads: 1,
        provider: 'cpu',
        debug: 0,
      },
    });
    return new Recognizer(engine, pcm);
  }

  async hear(segment: Span): Promise<Pick<HeardSegment, 'words' | 'concerns'>> {
    const { heard, concern } = await hearCarefully(segment, [segment], {
      hear: (part) => this.#decode(part),
      middleOf: async (part) => quietestMiddle(await this.#read(part), part),
      join: (one, other) => ({ words: [...one.words, ...other.words] }),
    });
    return { words: heard.words, concerns: concern ? [concern] : [] };
  }

  async #decode(part: Span) {
    const stream = this.#engine.createStream();
    stream.acceptWaveform({ samples: await this.#read(part), sampleRate: SAMPLE_RATE });
    const result = await this.#engine.decodeAsync(stream);
    return { words: wordsFromTokens({ ...result, logProbs: result.ys_log_probs }, part) };
  }

  #read({ startMs, endMs }: Span): Promise<Float32Array> {
    return this.#pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS, this.#room);
  }
}
