import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { signUp } from '@/tests/support/test-user';
import { soundNames, soundOf } from '../factories/sounds';
import { wav } from '../factories/wav';
import { startCeleste } from '../support/celeste';
import { bareDecode, bareEngine } from './bare-stages';
import { JobMemory } from './job-memory';
import { writeLongRecording } from './long-recording';
import { findEspeak } from './voices';

const MINUTES = 60;
/** The engine in one call is quadratic in the length, so longer runs add nothing. */
const MOST_MINUTES_BARE = 60;
const MEGABYTE = 1_000_000;
const SOUND_MINUTES = 5;
/** The duration alone bounds the processing time, whatever the content. */
const MOST_TIMES_SPEECH = 2;
/** Languages that the models were not trained on, spoken by espeak-ng. */
const OTHER_LANGUAGES = {
  de: 'Guten Tag, wir beginnen mit der Sitzung. Wer hat die Zahlen vom letzten Monat dabei? Niemand, wie immer.',
  cmn: '你好,我们现在开始开会。谁带了上个月的数字?',
};

type Celeste = Awaited<ReturnType<typeof startCeleste>>;

/** How the product processed one recording. */
interface Course {
  /** A recording without speech ends as Erro. */
  status: 'succeeded' | 'failed';
  /** Seconds from the start of the upload to its response, the first words, and Sucesso. */
  uploadS: number;
  firstTextS: number;
  wholeS: number;
  /** Estimated finish while in progress; both in seconds since the upload. */
  estimates: { atS: number; overAtS: number }[];
}

/**
 * The sample repeated, from the upload to Sucesso, compared with decoder, detector, recognizer and diarizer
 * alone; and other sounds compared with speech.
 */
export async function endToEnd(minutes = MINUTES): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  const celeste = await startCeleste();
  try {
    const recording = path.join(folder, 'recording.wav');
    const durationMs = await writeLongRecording('public/sample/reuniao.wav', recording, minutes);
    const memory = new JobMemory(celeste.process.pid!);
    const course = await product(celeste, recording, durationMs);
    memory.stop();
    if (course.status === 'failed') throw new Error('the recording ended as Erro');
    printCourse(course, durationMs);
    for (const [part, bytes] of Object.entries(memory.peak)) {
      print(`peak memory, ${part}`, `${(bytes / MEGABYTE).toFixed(0)} MB`);
    }
    await soundsBesideSpeech(celeste, folder);
    if (minutes > MOST_MINUTES_BARE) return;
    const bare = await bareStages(recording, path.join(folder, 'audio.s16'));
    const sum = Object.values(bare).reduce((total, seconds) => total + seconds, 0);
    for (const [stage, seconds] of Object.entries(bare)) print(`bare ${stage}`, `${seconds.toFixed(1)} s`);
    print('bare, one after the other', `${sum.toFixed(1)} s`);
    print('ratio', `${(course.wholeS / sum).toFixed(2)} × (target of the full pipeline: ≤ 1.1 ×)`);
  } finally {
    await celeste.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function product(celeste: Celeste, recording: string, durationMs: number): Promise<Course> {
  const person = await signUp(celeste);
  const sequelize = switchDatabase(openDatabase({ file: path.join(celeste.dataDir, 'celeste.sqlite') }));
  const user = await User.findOne({ where: { email: person.email }, rejectOnEmpty: true });
  const credit = { userId: user.id, account: 'bought', amountMs: Math.ceil(durationMs) } as const;
  await giveMinutes({ ...credit, reason: 'bench', reference: `bench:${user.id}` });

  const startedAt = Date.now();
  const secondsUntil = (at: number) => (at - startedAt) / 1000;
  const answer = await person.upload({ name: 'recording.wav', bytes: await openAsBlob(recording) });
  if (answer.status !== 303) throw new Error(`the upload was answered with ${answer.status}`);
  const uploadS = secondsUntil(Date.now());
  let firstTextS: number | null = null;
  const estimates: Course['estimates'] = [];
  for (;;) {
    const { id, status, expectedAt } = await Transcription.findOne({
      order: [['id', 'DESC']],
      rejectOnEmpty: true,
    });
    if (status === 'succeeded' || status === 'failed') {
      const wholeS = secondsUntil(Date.now());
      await sequelize.close();
      return { status, uploadS, firstTextS: firstTextS ?? wholeS, wholeS, estimates };
    }
    const where = { transcriptionId: id, stage: 'heard-0' };
    if (firstTextS === null && (await Checkpoint.count({ where })) > 0) {
      firstTextS = secondsUntil(Date.now());
    }
    if (expectedAt) {
      estimates.push({ atS: secondsUntil(Date.now()), overAtS: secondsUntil(expectedAt.getTime()) });
    }
    await sleep(100);
  }
}

/**
 * Compares recordings of other sounds with speech of the same length.
 * @throws Error when one of them takes too long
 */
async function soundsBesideSpeech(celeste: Celeste, folder: string): Promise<void> {
  const timed = async (recording: string) => {
    const { status, wholeS } = await product(celeste, recording, SOUND_MINUTES * 60_000);
    return { status, wholeS };
  };
  const recording = path.join(folder, 'sound.wav');
  await writeLongRecording('public/sample/reuniao.wav', recording, SOUND_MINUTES);
  const speech = await timed(recording);
  if (speech.status !== 'succeeded')
    throw new Error(`speech beside which sounds are measured: ${speech.status}`);
  print(`${SOUND_MINUTES} min of speech`, `${speech.wholeS.toFixed(1)} s`);
  const tooLong: string[] = [];
  const compare = async (what: string) => {
    const { status, wholeS } = await timed(recording);
    const ratio = wholeS / speech.wholeS;
    print(`${SOUND_MINUTES} min of ${what}`, `${wholeS.toFixed(1)} s, ${ratio.toFixed(2)} ×, ${status}`);
    if (ratio > MOST_TIMES_SPEECH) tooLong.push(what);
  };
  for (const name of soundNames) {
    await writeFile(recording, wav(soundOf(name, SOUND_MINUTES * 60)));
    await compare(name);
  }
  const espeak = findEspeak();
  if (!espeak) print('speech in other languages', 'left out: espeak-ng is not installed');
  else
    for (const [language, text] of Object.entries(OTHER_LANGUAGES)) {
      const spoken = path.join(folder, 'spoken.wav');
      execFileSync(espeak, ['-v', language, '-w', spoken, text]);
      await writeLongRecording(spoken, recording, SOUND_MINUTES);
      await compare(`speech (${language})`);
    }
  if (tooLong.length > 0) throw new Error(`more than ${MOST_TIMES_SPEECH} × speech: ${tooLong.join(', ')}`);
}

function printCourse({ uploadS, firstTextS, wholeS, estimates }: Course, durationMs: number): void {
  const workS = wholeS - uploadS;
  print('upload', `${uploadS.toFixed(1)} s`);
  print(
    'first text',
    `${firstTextS.toFixed(1)} s, ${((100_000 * firstTextS) / durationMs).toFixed(2)} % of the audio`,
  );
  print('upload to Sucesso', `${wholeS.toFixed(1)} s of ${(durationMs / 60_000).toFixed(0)} min audio`);
  const errors = estimates
    .filter(({ atS }) => atS > uploadS + workS / 10)
    .map(({ overAtS }) => Math.abs(overAtS - wholeS) / workS)
    .sort((a, b) => a - b);
  const percent = (share: number) =>
    `${(100 * errors[Math.floor(share * (errors.length - 1))]!).toFixed(0)} %`;
  print(
    'estimate after a tenth',
    errors.length === 0
      ? 'none: it was over too soon'
      : `wrong by ${percent(0.5)} of the work in the median, ${percent(1)} at worst`,
  );
}

async function bareStages(recording: string, pcm: string): Promise<Record<string, number>> {
  const demo = readPack('demo');
  const models = new ReadyModels({ mode: 'demo', dataDir: '', wanted: demo, demo }).modelsOf(demo);
  return {
    decode: await bareDecode(recording, pcm),
    'detector and recognizer': await bareEngine('recognize', models, pcm),
    diarizer: await bareEngine('diarize', models, pcm),
  };
}

function print(what: string, figure: string): void {
  process.stdout.write(`  ${what.padEnd(28)} ${figure}\n`);
}
