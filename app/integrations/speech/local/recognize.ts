import { measureEvidence } from '@/app/domain/speech/measure-evidence';
import { MAX_SEGMENT_MS } from '@/app/domain/speech/plan-segments';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import { type RetryableRecognizer, RetryBudget, recognizeWithRetry } from '../recognize-with-retry';
import { findAudioRanges } from './detect-speech';
import { loadRecognizer, type SampleRecognizer } from './load-recognizer';
import { type PcmReader, quietestMiddle, SAMPLES_PER_MS } from './pcm';
import type { Models, RecognizedSegment, StageOptions } from './task';

type RecognizeOptions = StageOptions['recognize'] & {
  /** Called before each segment, so that a crash can be attributed to it. */
  onSegmentStart: (segment: TimeRange) => Promise<void>;
  onSegment: (heard: RecognizedSegment) => Promise<void>;
  onProgress: (fraction: number) => void;
};

export async function recognize(pcm: PcmReader, models: Models, options: RecognizeOptions): Promise<void> {
  const { from, skipped, language, onSegmentStart, onSegment, onProgress } = options;
  let recognizer: Recognizer | undefined;
  onProgress(from.heardMs / Math.max(1, pcm.durationMs));
  for await (const stretch of findAudioRanges(pcm, models, from.stretchMs)) {
    for (const [index, segment] of stretch.segments.entries()) {
      if (stretch.startMs === from.stretchMs && index < from.segment) continue;
      const next = { stretchMs: stretch.startMs, segment: index + 1, heardMs: segment.endMs };
      if (skipped.includes(segment.startMs)) {
        await onSegment({ next, words: [], concerns: [{ kind: 'skipped', ...segment }], evidence: null });
      } else {
        recognizer ??= new Recognizer(await loadRecognizer(models, language), pcm);
        await onSegmentStart(segment);
        const heard = await recognizer.recognize(segment);
        const evidence = measureEvidence(segment, heard.words, stretch.sound);
        await onSegment({ next, ...heard, evidence });
      }
      onProgress(segment.endMs / pcm.durationMs);
    }
    // Native memory of a segment is freed with its small JS wrapper, which alone would not trigger a garbage
    // collection.
    globalThis.gc?.();
    onProgress(Math.max(from.heardMs, stretch.endMs) / pcm.durationMs);
  }
}

/** Of segments of one recording. */
export class Recognizer {
  readonly #recognize: SampleRecognizer;
  readonly #pcm: PcmReader;
  readonly #again = new RetryBudget(MAX_SEGMENT_MS);
  readonly #room = new Float32Array(MAX_SEGMENT_MS * SAMPLES_PER_MS);

  constructor(recognize: SampleRecognizer, pcm: PcmReader) {
    this.#recognize = recognize;
    this.#pcm = pcm;
  }

  async recognize(segment: TimeRange): Promise<Pick<RecognizedSegment, 'words' | 'concerns'>> {
    const recognizer: RetryableRecognizer<{ words: Word[] }> = {
      recognize: async (part) => ({ words: await this.#recognize(await this.#read(part), part) }),
      findSplitMs: async (part) => quietestMiddle(await this.#read(part), part),
      join: (one, other) => ({ words: [...one.words, ...other.words] }),
    };
    const { heard, concern } = await recognizeWithRetry(segment, [segment], recognizer, this.#again);
    return { words: heard.words, concerns: concern ? [concern] : [] };
  }

  #read({ startMs, endMs }: TimeRange): Promise<Float32Array> {
    return this.#pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS, this.#room);
  }
}
