import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { alignWords } from '@/app/domain/speech/align-words';
import type { Evidence } from '@/app/domain/speech/measure-evidence';
import type { Word } from '@/app/domain/transcript/transcript';
import { type CalibrationSound, makeCalibrationSound, type SoundSet } from './calibration-sounds';
import { normaliseText } from './metrics/normalise-text';
import { errorsOf, wordErrors } from './metrics/wer';
import type { Pipeline } from './pipeline';

const run = promisify(execFile);

/** A sound whose words are known, as the local engine heard it. */
export interface HeardSound {
  scene: string;
  /** At least one; confidences are the model's own. */
  words: Word[];
  evidence: Evidence[];
  /** Whether each of `words` was said. */
  isRight: boolean[];
  /** Share of words that are right: 1 less the word error rate, at least 0; 0 where nothing was said. */
  accuracy: number;
}

/** Share of the words of a text that are right. @returns 0 where nothing was said */
function accuracyOf(said: string, words: readonly { text: string }[]): number {
  const errors = wordErrors(said, words.map(({ text }) => text).join(' '));
  return errors.words === 0 ? 0 : Math.max(0, 1 - errorsOf(errors) / errors.words);
}

/**
 * Generates sounds and recognizes them. Those in which the recognizer finds no word are left out.
 * @param options.count number of sounds, from seed 0 on
 */
export async function hearSounds(
  pipeline: Pick<Pipeline, 'decode' | 'hear'>,
  { espeak, set, count, folder }: { espeak: string; set: SoundSet; count: number; folder: string },
): Promise<HeardSound[]> {
  const heard: HeardSound[] = [];
  for (let seed = 0; seed < count; seed += 1) {
    const sound = makeCalibrationSound(espeak, set, seed);
    const audio = await pipeline.decode(await writeSound(sound, folder), path.join(folder, 'sound.s16'));
    const { words, evidence } = await pipeline.hear(audio);
    if (words.length === 0) continue;
    const { partners } = alignWords(normaliseText(sound.text), words);
    const said = normaliseText(sound.text);
    const right = new Set(
      said.flatMap((text, index) => (words[partners[index]!]?.text === text ? partners[index]! : [])),
    );
    heard.push({
      scene: sound.scene,
      words,
      evidence,
      isRight: words.map((_, index) => right.has(index)),
      accuracy: accuracyOf(sound.text, words),
    });
  }
  return heard;
}

async function writeSound({ audio, mp3 }: CalibrationSound, folder: string): Promise<string> {
  const plain = path.join(folder, 'sound.wav');
  await writeFile(plain, audio);
  if (mp3 === null) return plain;
  const encoded = path.join(folder, 'sound.mp3');
  const quality = ['-ar', mp3 < 24 ? '11025' : '22050', '-b:a', `${mp3}k`];
  await run('ffmpeg', ['-y', '-v', 'error', '-i', plain, ...quality, encoded]);
  return encoded;
}
