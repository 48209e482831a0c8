import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shareTime, timeText } from '@/app/domain/speech/time-text';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import { wav } from '../factories/wav';
import { findEspeak } from './voices';

const SAMPLES_PER_SECOND = 22_050;
const HEADER_BYTES = 44;
const PAUSE_MS = 120;
/** Quieter samples at both ends are not part of a word. */
const AUDIBLE = 300;

/** Error of aligned word starts against words that espeak-ng spoke one by one, beside that of shared times. */
export async function alignment(): Promise<void> {
  const espeak = findEspeak();
  if (!espeak) return void process.stdout.write('espeak-ng is not installed\n');
  const { turns } = JSON.parse(await readFile('tests/factories/sample/reuniao.json', 'utf8')) as {
    turns: { norm: string }[];
  };
  const texts = turns.flatMap(({ norm }) => norm.split(' '));
  const spoken = texts.map((text) => speakWord(espeak, text));
  const pause = Buffer.alloc(2 * Math.round((SAMPLES_PER_SECOND * PAUSE_MS) / 1000));
  let samples = 0;
  const starts = spoken.map((word) => {
    const startMs = (samples / SAMPLES_PER_SECOND) * 1000;
    samples += (word.length + pause.length) / 2;
    return startMs;
  });
  const durationMs = Math.round((samples / SAMPLES_PER_SECOND) * 1000);
  const heard = await hear(
    wav(Buffer.concat(spoken.flatMap((word) => [word, pause])), { samplesPerSecond: SAMPLES_PER_SECOND }),
  );
  const { times, heardCount } = timeText(texts, heard, { startMs: 0, endMs: durationMs });
  process.stdout.write(`${texts.length} words, ${heardCount} heard\n`);
  print('aligned', times, starts);
  print('shared by length', shareTime(texts, { startMs: 0, endMs: durationMs }), starts);
}

/** 16-bit samples of one word, without the silence around it. */
function speakWord(espeak: string, text: string): Buffer {
  const spoken = execFileSync(espeak, ['-v', 'pt-br+m3', '-s', '150', '-p', '45', '--stdout', text]);
  const word = spoken.subarray(HEADER_BYTES);
  const isAudible = (at: number) => Math.abs(word.readInt16LE(at)) >= AUDIBLE;
  let [from, to] = [0, word.length - (word.length % 2)];
  while (from < to && !isAudible(from)) from += 2;
  while (to > from && !isAudible(to - 2)) to -= 2;
  return word.subarray(from, to);
}

async function hear(recording: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-alignment-'));
  try {
    const [file, pcm] = [path.join(folder, 'words.wav'), path.join(folder, 'words.s16')];
    await writeFile(file, recording);
    const { signal } = new AbortController();
    const onProgress = () => undefined;
    const { durationMs } = await media.decode(file, pcm, { maxDurationMs: 3_600_000, signal, onProgress });
    const { words } = await speech.recognize({
      audio: async () => ({ path: pcm, durationMs }),
      signal,
      onProgress,
      isSample: true,
      speakerCount: null,
      language: 'pt',
      terms: [],
      notify: null,
      notes: {
        read: async () => null,
        write: async () => undefined,
        readSegments: async () => [],
        addSegment: async () => undefined,
        deleteSegments: async () => undefined,
      },
    });
    return words;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function print(name: string, times: readonly { startMs: number }[], starts: readonly number[]): void {
  const errors = times
    .map(({ startMs }, index) => Math.abs(startMs - starts[index]!))
    .sort((one, other) => one - other);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const at = (share: number) => errors[Math.floor(share * (errors.length - 1))]!;
  process.stdout.write(
    `${name}: error of word starts, mean ${mean.toFixed(0)} ms, median ${at(0.5).toFixed(0)} ms, 95 % ${at(0.95).toFixed(0)} ms\n`,
  );
}
