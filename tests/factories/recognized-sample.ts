import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import { sampleReference } from '@/tests/integrations/speech/sample';
import type { AssemblyAiWord } from '@/tests/support/assemblyai-server';
import type { RecognizedWord } from '@/tests/support/openai-speech-server';

const WAV_HEADER_BYTES = 44;
const BYTES_PER_MS = 32;

const samples = readFileSync(path.join(projectDir, 'public/sample/reuniao.wav')).subarray(WAV_HEADER_BYTES);

/**
 * The words of the sample recording, times in ms; the time of a speaker turn is divided equally among its
 * words.
 */
export const SAMPLE_WORDS: AssemblyAiWord[] = sampleReference().flatMap(({ speaker, start, end, norm }) => {
  const texts = norm.split(' ');
  const at = (index: number) => Math.round((start + ((end - start) * index) / texts.length) * 1000);
  return texts.map((text, index) => ({
    text,
    start: at(index),
    end: at(index + 1),
    confidence: 0.9,
    speaker,
  }));
});

/**
 * Recognizer stub: the words in an audio range of the sample recording, sent as WAV; none for any other file.
 */
export function recognizeSample(wav: Buffer): RecognizedWord[] {
  const sent = wav.subarray(WAV_HEADER_BYTES);
  const position = sent.length < BYTES_PER_MS ? -1 : samples.indexOf(sent);
  if (position < 0) return [];
  const [fromMs, toMs] = [position / BYTES_PER_MS, (position + sent.length) / BYTES_PER_MS];
  return SAMPLE_WORDS.filter(({ start, end }) => {
    const middle = (start + end) / 2;
    return fromMs <= middle && middle < toMs;
  }).map(({ text, start, end }) => ({
    word: text,
    start: (start - fromMs) / 1000,
    end: (end - fromMs) / 1000,
  }));
}

/** AssemblyAI stub for whole recordings: the sample's words, none for any other file. */
export function recognizeSampleAsAssemblyAi(wav: Buffer): AssemblyAiWord[] | string {
  if (wav.length - WAV_HEADER_BYTES < 160 * BYTES_PER_MS) return 'Audio duration is too short.';
  // The client does not send the last fraction of a millisecond.
  return samples.indexOf(wav.subarray(WAV_HEADER_BYTES)) === 0 ? SAMPLE_WORDS : [];
}
