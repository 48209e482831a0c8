import { LONGEST_MS, type Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';
import { type Hearing, hearCarefully, SecondHearings } from '../hear-carefully';
import { findStretches } from './detect-speech';
import { type PcmReader, quietestMiddle, SAMPLES_PER_MS } from './pcm';
import type { HeardSegment, Models, Place } from './task';
import { loadTransducer } from './transducer';
import { loadWhisper } from './whisper';

/** Recognizes the samples of a segment. Returns words in order of time, with times in the recording. */
export type Hear = (samples: Float32Array, part: Span) => Promise<Word[]>;

export interface RecognizeOptions {
  from: Place;
  /** Starts, in ms, of segments to be skipped because they crash the process. */
  skipped: readonly number[];
  /** Language to recognize, where the model accepts one; null: it guesses. */
  language: string | null;
  /** Called before each segment, so that a crash can be attributed to it. */
  onBegun: (segment: Span) => Promise<void>;
  onHeard: (heard: HeardSegment) => Promise<void>;
  onProgress: (fraction: number) => void;
}

/** Recognizes a recording segment by segment; each result is reported at once. */
export async function recognize(pcm: PcmReader, models: Models, options: RecognizeOptions): Promise<void> {
  const { from, skipped, language, onBegun, onHeard, onProgress } = options;
  let recognizer: Recognizer | undefined;
  onProgress(from.heardMs / Math.max(1, pcm.durationMs));
  for await (const stretch of findStretches(pcm, models, from.stretchMs)) {
    for (const [index, segment] of stretch.segments.entries()) {
      if (stretch.startMs === from.stretchMs && index < from.segment) continue;
      const next = { stretchMs: stretch.startMs, segment: index + 1, heardMs: segment.endMs };
      if (skipped.includes(segment.startMs)) {
        await onHeard({ next, words: [], concerns: [{ kind: 'skipped', ...segment }] });
      } else {
        recognizer ??= new Recognizer(await load(models, language), pcm);
        await onBegun(segment);
        await onHeard({ next, ...(await recognizer.hear(segment)) });
      }
      onProgress(segment.endMs / pcm.durationMs);
    }
    // Native memory of a segment is freed with its small JS wrapper, which alone would not trigger a garbage
    // collection.
    globalThis.gc?.();
    onProgress(Math.max(from.heardMs, stretch.endMs) / pcm.durationMs);
  }
}

const load = ({ recognizer }: Models, language: string | null): Promise<Hear> =>
  recognizer.kind === 'whisper' ? loadWhisper(recognizer, language) : loadTransducer(recognizer);

class Recognizer {
  readonly #hear: Hear;
  readonly #pcm: PcmReader;
  readonly #again = new SecondHearings(LONGEST_MS);
  readonly #room = new Float32Array(LONGEST_MS * SAMPLES_PER_MS);

  constructor(hear: Hear, pcm: PcmReader) {
    this.#hear = hear;
    this.#pcm = pcm;
  }

  async hear(segment: Span): Promise<Pick<HeardSegment, 'words' | 'concerns'>> {
    const hearing: Hearing<{ words: Word[] }> = {
      hear: async (part) => ({ words: await this.#hear(await this.#read(part), part) }),
      middleOf: async (part) => quietestMiddle(await this.#read(part), part),
      join: (one, other) => ({ words: [...one.words, ...other.words] }),
    };
    const { heard, concern } = await hearCarefully(segment, [segment], hearing, this.#again);
    return { words: heard.words, concerns: concern ? [concern] : [] };
  }

  #read({ startMs, endMs }: Span): Promise<Float32Array> {
    return this.#pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS, this.#room);
  }
}
