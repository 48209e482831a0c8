import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import type { AppErrorCode } from '@/app/domain/errors';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { ENCODINGS, SOX_KINDS } from './media-encodings';
import type { Random } from './random';

const run = promisify(execFile);

const SPEECH = path.join(projectDir, 'public/sample/reuniao.wav');
const SECONDS = 2;
const RATES = [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000];
/** Mono, stereo, 5.1 and 7.1. */
const CHANNELS = [1, 2, 6, 8];

/** Extensions that neither ffmpeg nor sox can produce, so that reading them stays untested. */
export const UNTESTED_EXTENSIONS = RECORDING_EXTENSIONS.filter(
  (extension) => !Object.hasOwn(ENCODINGS, extension) && !Object.hasOwn(SOX_KINDS, extension),
);

/**
 * One file of the set: a name that describes it, and its creation; false where no encoder supports the
 * parameters.
 */
export interface Recipe {
  name: string;
  make(file: string): Promise<boolean>;
  /** Unmodified output of an encoder whose files libav reads to the last sample. */
  isWhole?: true;
  /** The extension belongs to another format. */
  isRenamed?: true;
  /** The only error code allowed. */
  refusal?: AppErrorCode;
}

/**
 * Recipes for real files, in a seeded order that alternates between all extensions and, for each, between
 * valid and damaged files.
 */
export function recipes(random: Random): Recipe[] {
  const sound = soundRecipes();
  const ofExtension = (list: Recipe[], extension: string) =>
    list.filter(({ name }) => path.extname(name) === extension);
  const lists = RECORDING_EXTENSIONS.map((extension) => {
    const whole = shuffled(ofExtension(sound, extension), random);
    const spoilt = whole.map((recipe) => spoil(recipe, random));
    return alternating(whole, shuffled([...spoilt, ...silentRecipes(extension)], random));
  });
  const turns = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

const alternating = (whole: Recipe[], others: Recipe[]) =>
  Array.from({ length: Math.max(whole.length, others.length) }, (_, index) => [
    ...whole.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]).flat();

function soundRecipes(): Recipe[] {
  const ofFfmpeg = Object.entries(ENCODINGS).flatMap(([extension, encodings]) =>
    encodings.flatMap((encoding, kind) =>
      RATES.flatMap((rate) =>
        CHANNELS.map((channels) => ({
          name: `${kind}-${rate}-${channels}${extension}`,
          make: (file: string) => encode(['-i', SPEECH, ...form(rate, channels), ...encoding], file),
          isWhole: true as const,
        })),
      ),
    ),
  );
  const sox = findExecutable('sox', process.env.PATH ?? '');
  const ofSox = Object.entries(sox ? SOX_KINDS : {}).flatMap(([extension, kinds]) =>
    kinds.map(([kind, rate]) => ({
      name: `${kind}${extension}`,
      make: (file: string) =>
        made(file, run(sox!, [SPEECH, '-r', rate, '-c', '1', '-t', kind, file, 'trim', '0', `${SECONDS}`])),
    })),
  );
  return [...ofFfmpeg, ...ofSox];
}

const form = (rate: number, channels: number) => ['-t', `${SECONDS}`, '-ar', `${rate}`, '-ac', `${channels}`];

/** Files without sound under an audio extension. */
function silentRecipes(extension: string): Recipe[] {
  const video = ['-f', 'lavfi', '-i', `testsrc=s=160x120:r=10:d=${SECONDS}`, '-c:v', 'libx264'];
  const cover = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:d=1', '-frames:v', '1', '-c:v', 'mjpeg'];
  const recipes: Recipe[] = [
    { name: `empty${extension}`, make: (file) => write(file, ''), refusal: 'media.invalid' },
    { name: `text${extension}`, make: (file) => write(file, 'Ata da reunião.\n'.repeat(200)) },
    { name: `zeros${extension}`, make: (file) => write(file, Buffer.alloc(100_000)) },
  ];
  if (['.mp4', '.mov', '.mkv', '.flv', '.mts', '.m2ts', '.3gp'].includes(extension)) {
    const container = formatOf(extension);
    const make = (file: string) => encode([...video, '-f', container], file);
    recipes.push({ name: `mute${extension}`, make, refusal: 'media.no-audio' });
  }
  if (['.mp4', '.m4a', '.mkv'].includes(extension)) {
    const container = extension === '.mkv' ? 'matroska' : 'mp4';
    const make = (file: string) =>
      encode([...cover, '-disposition:v', 'attached_pic', '-f', container], file);
    recipes.push({ name: `cover${extension}`, make, refusal: 'media.no-audio' });
  }
  return recipes;
}

function formatOf(extension: string): string {
  const encoding = ENCODINGS[extension]![0]!;
  return encoding[encoding.indexOf('-f') + 1]!;
}

function spoil(recipe: Recipe, random: Random): Recipe {
  const kind = random.below(3);
  if (kind === 0) return truncated(recipe, 0.02 + 0.9 * random.next());
  if (kind === 1) return renamed(recipe, random.pick(RECORDING_EXTENSIONS));
  return damaged(recipe, random);
}

const truncated = (recipe: Recipe, fraction: number): Recipe => ({
  name: `cut-${recipe.name}`,
  make: (file) => changed(recipe, file, (bytes) => bytes.subarray(0, Math.floor(bytes.length * fraction))),
});

const renamed = ({ name, make }: Recipe, extension: string): Recipe => ({
  name: `renamed-${name.replaceAll('.', '-')}${extension}`,
  make,
  isRenamed: true,
});

/** Overwrites some bytes, as on a faulty memory card. */
const damaged = (recipe: Recipe, random: Random): Recipe => ({
  name: `damaged-${recipe.name}`,
  make: (file) =>
    changed(recipe, file, (bytes) => {
      for (let times = 0; times < 20; times += 1) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }),
});

async function changed(recipe: Recipe, file: string, change: (bytes: Buffer) => Buffer): Promise<boolean> {
  if (!(await recipe.make(file))) return false;
  const whole = `${file}.whole`;
  await copyFile(file, whole);
  const bytes = await readFile(whole);
  await rm(whole);
  return write(file, change(bytes));
}

const encode = (args: string[], file: string) =>
  made(file, run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, file]));

/** An encoder that does not support the parameters may leave an empty file. */
async function made(file: string, making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch {
    await rm(file, { force: true });
    return false;
  }
}

const write = async (file: string, content: string | Buffer) => {
  await writeFile(file, content);
  return true;
};
