import { needsFullCheck } from '@/app/domain/format/confidence-level';
import { calibrateWords } from '@/app/domain/speech/calibrate-confidence';
import type { Word } from '@/app/domain/transcript/transcript';
import { transcriptConfidence } from '@/app/domain/transcript/transcript-confidence';
import { type HeardSound, hearSounds } from './hear-sounds';
import { markdownTable } from './markdown';
import type { Pipeline } from './pipeline';
import { findEspeak } from './voices';

/** Of each kind of sound some ten. */
const SOUNDS = 120;
const BINS = 10;

/** Confidence beside accuracy, both 0 to 1. */
interface Judged {
  stated: number;
  accuracy: number;
}

/**
 * How honest the stated confidence is, on voices and seeds that the calibration has not seen: for each range of it the
 * share of words that were right, beside that of the model's own confidence.
 * @returns Markdown tables; null if espeak-ng is missing, or the model gives no confidence
 */
export async function confidenceCurve(pipeline: Pipeline, folder: string): Promise<string | null> {
  const espeak = findEspeak();
  const { hasConfidence, calibration } = await pipeline.confidence();
  if (!espeak || !hasConfidence) return null;
  const sounds = await hearSounds(pipeline, { espeak, set: 'check', count: SOUNDS, folder });
  const judge = (wordsOf: (sound: HeardSound) => readonly Word[]) =>
    sounds.map((sound) => ({
      stated: transcriptConfidence(wordsOf(sound))! / 100,
      accuracy: sound.accuracy,
    }));
  const calibrated = (sound: HeardSound) => calibrateWords(sound.words, sound.evidence, calibration);
  const [own, raw] = [judge(calibrated), judge(({ words }) => words)];
  const tables = [
    curveTable(own, raw),
    sceneTable(
      sounds.map(({ scene }) => scene),
      own,
      raw,
    ),
    wordTable(sounds, calibrated),
  ];
  return tables.join('\n');
}

function curveTable(own: readonly Judged[], raw: readonly Judged[]): string {
  const rows = Array.from({ length: BINS }, (_, bin) => [
    `${(100 * bin) / BINS}–${(100 * (bin + 1)) / BINS}`,
    ...[own, raw].flatMap((judged) => {
      const inside = judged.filter(({ stated }) => binOf(stated) === bin);
      return [String(inside.length), share(meanOf(inside, 'stated')), share(meanOf(inside, 'accuracy'))];
    }),
  ]);
  const heads = [
    'confidence',
    'texts',
    'stated',
    'words right',
    "model's own: texts",
    'stated',
    'words right',
  ];
  const errors = [own, raw].flatMap((judged) => [
    '',
    '',
    `${(100 * calibrationError(judged)).toFixed(1)} off`,
  ]);
  return markdownTable(heads, [...rows, ['expected calibration error', ...errors]]);
}

function sceneTable(scenes: readonly string[], own: readonly Judged[], raw: readonly Judged[]): string {
  const kinds = scenes.map((scene) => /^[a-z0-9]+/.exec(scene)![0]);
  const rows = [...new Set(kinds)].sort().map((kind) => {
    const of = (judged: readonly Judged[]) => judged.filter((_, index) => kinds[index] === kind);
    const checked = of(own).filter(({ stated }) => needsFullCheck(100 * stated)).length;
    return [
      kind,
      String(of(own).length),
      share(meanOf(of(own), 'accuracy')),
      share(meanOf(of(own), 'stated')),
      share(meanOf(of(raw), 'stated')),
      `${checked} of ${of(own).length}`,
    ];
  });
  return markdownTable(
    ['sound', 'texts', 'words right', 'stated', "model's own", 'says check everything'],
    rows,
  );
}

/** How many wrong words are marked as doubtful, and how many of the marked ones are wrong. */
function wordTable(
  sounds: readonly HeardSound[],
  calibrated: (sound: HeardSound) => readonly Word[],
): string {
  const rows = (['calibrated', "model's own"] as const).map((name) => {
    const words = sounds.flatMap((sound) =>
      (name === 'calibrated' ? calibrated(sound) : sound.words).map(({ confidence }, index) => ({
        isMarked: confidence < LOW_CONFIDENCE,
        isRight: sound.isRight[index]!,
      })),
    );
    const wrong = words.filter(({ isRight }) => !isRight);
    const marked = words.filter(({ isMarked }) => isMarked);
    const both = wrong.filter(({ isMarked }) => isMarked);
    return [
      name,
      String(words.length),
      share(both.length / wrong.length),
      share(both.length / marked.length),
    ];
  });
  return markdownTable(['words', 'count', 'wrong ones marked', 'marked ones wrong'], rows);
}

/** Below it the review stops at a word. */
const LOW_CONFIDENCE = 0.7;

const binOf = (stated: number) => Math.min(BINS - 1, Math.floor(stated * BINS));

const share = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(0)} %`);

function meanOf(judged: readonly Judged[], key: keyof Judged): number | null {
  return judged.length === 0 ? null : judged.reduce((sum, one) => sum + one[key], 0) / judged.length;
}

/** Mean difference of stated and observed over the bins, weighted by their texts (ECE, Naeini et al. 2015). */
export function calibrationError(judged: readonly Judged[]): number {
  return Array.from({ length: BINS }, (_, bin) => judged.filter(({ stated }) => binOf(stated) === bin))
    .filter((inside) => inside.length > 0)
    .reduce((sum, inside) => {
      const difference = Math.abs(meanOf(inside, 'stated')! - meanOf(inside, 'accuracy')!);
      return sum + (difference * inside.length) / judged.length;
    }, 0);
}
