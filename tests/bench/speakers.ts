import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { bareTurns } from './bare-stages';
import { importBundled } from './bundle';
import { measured } from './job-memory';
import { writeLongRecording } from './long-recording';
import { markdownTable, megabytes, percent } from './markdown';
import { diarizationErrors, type Turn } from './metrics/der';
import type { Pipeline } from './pipeline';
import { type Conversation, findEspeak, synthesizeConversation, writeConversation } from './voices';

/** Conversations of different voices; the last one is that of the goal. */
const CONVERSATIONS = [
  { count: 2, minutes: 10, seed: 11 },
  { count: 3, minutes: 10, seed: 12 },
  { count: 4, minutes: 60, seed: 13 },
  { count: 5, minutes: 20, seed: 14 },
  { count: 8, minutes: 20, seed: 15 },
  { count: 9, minutes: 30, seed: 16 },
  { count: 12, minutes: 30, seed: 17 },
  { count: 16, minutes: 40, seed: 18 },
];
const COLLAR_MS = 250;
/** Of the recordings whose memory is compared. */
const SHORT_MINUTES = 20;
const LONG_MINUTES = 600;
const GOAL = 1.1;

/** Number of speakers and confusion in percent of the speech, as `2 of 3, 4.56 %`. */
export function scoreSpeakers({ turns: said }: Pick<Conversation, 'turns'>, turns: readonly Turn[]) {
  const { confusedMs, speechMs } = diarizationErrors(said, turns, { collarMs: COLLAR_MS });
  return {
    found: new Set(turns.map(({ speaker }) => speaker)).size,
    confusion: (100 * confusedMs) / speechMs,
  };
}

/**
 * Speakers of whole recordings, beside a single call of the bare engine on the same samples: how many, and how
 * much speech goes to the wrong one. Then the memory of a long recording beside a short one's.
 * @param minutes of the long recording; 0 leaves the memory out
 */
export async function speakers(minutes = LONG_MINUTES): Promise<void> {
  const espeak = findEspeak();
  if (!espeak) throw new Error('espeak-ng is not installed (Debian: apt-get install espeak-ng)');
  const { pipeline } = await importBundled<{ pipeline: Pipeline }>('tests/bench/pipeline.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-speakers-'));
  try {
    process.stdout.write(`  ${await pipeline.modelName()}, load average ${loadavg()[0]?.toFixed(1)}\n\n`);
    process.stdout.write(`${await accuracyTable(pipeline, espeak, folder)}\n`);
    if (minutes > 0) process.stdout.write(`\n${await memoryTable(pipeline, folder, minutes)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function accuracyTable(pipeline: Pipeline, espeak: string, folder: string): Promise<string> {
  const rows: string[][] = [];
  const right = { ours: 0, bare: 0 };
  const models = await pipeline.models();
  for (const conversation of CONVERSATIONS) {
    const said = synthesizeConversation(espeak, conversation);
    const recording = path.join(folder, 'voices.wav');
    await writeConversation(said, recording);
    const audio = await pipeline.decode(recording, path.join(folder, 'voices.s16'));
    const ours = scoreSpeakers(said, (await pipeline.diarize(audio)) ?? []);
    const given = scoreSpeakers(said, (await pipeline.diarize(audio, conversation.count)) ?? []);
    const bare = scoreSpeakers(said, await bareTurns(models, audio.path));
    if (ours.found === conversation.count) right.ours += 1;
    if (bare.found === conversation.count) right.bare += 1;
    rows.push([
      `${conversation.minutes} min, ${conversation.count}`,
      `${ours.found}, ${percent(ours.confusion)}`,
      `${given.found}, ${percent(given.confusion)}`,
      `${bare.found}, ${percent(bare.confusion)}`,
      ours.confusion <= GOAL * bare.confusion + 0.1 ? 'yes' : 'NO',
    ]);
  }
  const sum = ['count right', `${right.ours} of ${rows.length}`, '', `${right.bare} of ${rows.length}`, ''];
  const heads = [
    'voices',
    'ours: found, confused',
    'count given',
    'bare call',
    `within ${GOAL} × the bare call`,
  ];
  return markdownTable(heads, [...rows, sum]);
}

async function memoryTable(pipeline: Pipeline, folder: string, minutes: number): Promise<string> {
  const rows: string[][] = [];
  let shortBytes: number | null = null;
  for (const length of [SHORT_MINUTES, minutes]) {
    const recording = path.join(folder, 'long.wav');
    await writeLongRecording('public/sample/reuniao.wav', recording, length);
    const audio = await pipeline.decode(recording, path.join(folder, 'long.s16'));
    const { result, peakBytes, seconds } = await measured(() => pipeline.diarize(audio));
    shortBytes ??= peakBytes;
    const found = new Set(result?.map(({ speaker }) => speaker)).size;
    const ratio = `${(peakBytes / shortBytes).toFixed(2)} ×`;
    const realTime = (seconds / (length * 60)).toFixed(4);
    rows.push([`${length} min, 2`, String(found), realTime, megabytes(peakBytes), ratio]);
  }
  return markdownTable(['voices', 'found', '× real time', 'peak memory of the diarizer', 'ratio'], rows);
}
