import { setTimeout as sleep } from 'node:timers/promises';
import { measureEvidence } from '@/app/domain/speech/measure-evidence';
import { findGrowingRanges } from './detect-speech';
import { loadRecognizer } from './load-recognizer';
import type { PcmReader } from './pcm';
import { Recognizer } from './recognize';
import { markSound } from './sound-mark';
import type { HeardRange, Models, StageOptions } from './task';

const LOOK_AGAIN_MS = 250;

type FollowOptions = StageOptions['follow'] & {
  /** Aborted when the recording does not grow any more. */
  ended: AbortSignal;
  onRange: (heard: HeardRange) => Promise<void>;
};

/** Recognizes a recording while it grows. Silence is no range of its own, so that hours of it store nothing. */
export async function follow(
  pcm: PcmReader,
  models: Models,
  { fromMs, language, ended, onRange }: FollowOptions,
): Promise<void> {
  // At once, so that the first words do not wait for it.
  const recognizer = new Recognizer(await loadRecognizer(models, language), pcm);
  const grow = async () => {
    await sleep(LOOK_AGAIN_MS, undefined, { signal: ended }).catch(() => undefined);
    return !ended.aborted;
  };
  for await (const { endMs, segments, sound } of findGrowingRanges(pcm, models, { fromMs, grow })) {
    const heard: HeardRange = {
      next: { stretchMs: endMs, segment: 0, heardMs: endMs },
      words: [],
      concerns: [],
      evidence: [],
    };
    for (const segment of segments) {
      const { words, concerns } = await recognizer.recognize(segment);
      heard.words.push(...words);
      heard.concerns.push(...concerns);
      heard.evidence.push(measureEvidence(segment, words, sound));
    }
    const last = segments.at(-1);
    if (last) await onRange({ ...heard, next: { ...heard.next, mark: await markSound(pcm, last) } });
    globalThis.gc?.();
  }
}
