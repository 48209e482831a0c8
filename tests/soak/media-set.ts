import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import type { Random } from './random';

const run = promisify(execFile);

const SPEECH = path.join(projectDir, 'public/sample/reuniao.wav');
const SECONDS = 2;
const RATES = [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000];
/** Mono, stereo, 5.1 and 7.1. */
const CHANNELS = [1, 2, 6, 8];

/** Extensions for which neither ffmpeg nor sox has an encoder: whether they are read is not shown. */
export const UNPROVEN = ['.ape', '.dss', '.m4p', '.qcp'];

/** What ffmpeg is to encode with, by extension; several where a container takes several codecs. */
const ENCODINGS: Record<string, string[][]> = {
  '.3ga': [['-c:a', 'aac', '-f', '3gp']],
  '.3gp': [['-c:a', 'aac', '-f', '3gp']],
  '.aac': [['-c:a', 'aac', '-f', 'adts']],
  '.ac3': [
    ['-c:a', 'ac3', '-f', 'ac3'],
    ['-c:a', 'eac3', '-f', 'eac3'],
  ],
  '.aif': [['-f', 'aiff']],
  '.aiff': [['-c:a', 'pcm_s24be', '-f', 'aiff']],
  '.alac': [
    ['-c:a', 'alac', '-f', 'caf'],
    ['-c:a', 'alac', '-f', 'ipod'],
  ],
  '.asf': [['-c:a', 'wmav2', '-f', 'asf']],
  '.au': [
    ['-f', 'au'],
    ['-c:a', 'pcm_mulaw', '-f', 'au'],
  ],
  '.flac': [['-c:a', 'flac', '-f', 'flac']],
  '.flv': [
    ['-c:a', 'libmp3lame', '-f', 'flv'],
    ['-c:a', 'nellymoser', '-f', 'flv'],
  ],
  '.m2ts': [['-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1']],
  '.m4a': [
    ['-c:a', 'aac', '-f', 'ipod'],
    ['-c:a', 'alac', '-f', 'ipod'],
  ],
  '.m4b': [['-c:a', 'aac', '-f', 'ipod', '-movflags', 'faststart']],
  '.m4r': [['-c:a', 'aac', '-f', 'ipod']],
  '.mkv': [
    ['-c:a', 'pcm_s16le', '-f', 'matroska'],
    ['-c:a', 'flac', '-f', 'matroska'],
  ],
  '.mogg': [['-c:a', 'libvorbis', '-f', 'ogg']],
  '.mov': [
    ['-c:a', 'pcm_s16be', '-f', 'mov'],
    ['-c:a', 'adpcm_ima_qt', '-f', 'mov'],
  ],
  '.mp3': [
    ['-c:a', 'libmp3lame', '-f', 'mp3'],
    ['-c:a', 'libmp3lame', '-q:a', '7', '-write_xing', '0', '-f', 'mp3'],
  ],
  '.mp4': [
    ['-c:a', 'aac', '-f', 'mp4'],
    ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'],
  ],
  '.mpga': [['-c:a', 'mp2', '-f', 'mp2']],
  '.mts': [
    ['-c:a', 'ac3', '-f', 'mpegts'],
    ['-c:a', 'aac', '-f', 'mpegts'],
  ],
  '.oga': [
    ['-c:a', 'flac', '-f', 'ogg'],
    ['-c:a', 'libspeex', '-f', 'ogg'],
  ],
  '.ogg': [['-c:a', 'libvorbis', '-f', 'ogg']],
  '.opus': [['-c:a', 'libopus', '-f', 'ogg']],
  '.tta': [['-c:a', 'tta', '-f', 'tta']],
  '.voc': [['-c:a', 'pcm_u8', '-f', 'voc']],
  '.wav': [
    ['-f', 'wav'],
    ['-c:a', 'pcm_f32le', '-f', 'wav'],
    ['-c:a', 'adpcm_ms', '-f', 'wav'],
    ['-c:a', 'libgsm_ms', '-f', 'wav'],
  ],
  '.webm': [['-c:a', 'libopus', '-f', 'webm']],
  '.wma': [['-c:a', 'wmav1', '-f', 'asf']],
  '.wv': [['-c:a', 'wavpack', '-f', 'wv']],
};

/** What sox encodes that ffmpeg does not. */
const SOX_KINDS: Record<string, string[]> = { '.8svx': ['8svx'], '.amr': ['amr-nb', 'amr-wb'] };

/** One file of the set: how it came about, and the making of it; false where no encoder takes the parameters. */
export interface Recipe {
  name: string;
  make(file: string): Promise<boolean>;
}

/** Recipes for real files of all extensions, sound and unsound ones, in an order of the seed's. */
export function recipes(random: Random): Recipe[] {
  const sound = soundRecipes();
  const names = Object.keys(ENCODINGS);
  const unsound = sound.flatMap((recipe) => {
    const dice = random.below(6);
    if (dice === 0) return [truncated(recipe, 0.02 + 0.9 * random.next())];
    if (dice === 1) return [renamed(recipe, random.pick(names))];
    if (dice === 2) return [damaged(recipe, random)];
    return [];
  });
  const all = [...sound, ...unsound, ...silentRecipes(names)];
  return all
    .map((recipe) => ({ recipe, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ recipe }) => recipe);
}

function soundRecipes(): Recipe[] {
  const ofFfmpeg = Object.entries(ENCODINGS).flatMap(([extension, encodings]) =>
    encodings.flatMap((encoding, kind) =>
      RATES.flatMap((rate) =>
        CHANNELS.map((channels) => ({
          name: `${kind}-${rate}-${channels}${extension}`,
          make: (file: string) => encode(['-i', SPEECH, ...form(rate, channels), ...encoding], file),
        })),
      ),
    ),
  );
  const sox = findExecutable('sox', process.env.PATH ?? '');
  const ofSox = Object.entries(sox ? SOX_KINDS : {}).flatMap(([extension, kinds]) =>
    kinds.map((kind) => ({
      name: `${kind}${extension}`,
      make: (file: string) => {
        const rate = kind === 'amr-wb' ? '16000' : '8000';
        const args = [SPEECH, '-r', rate, '-c', '1', '-t', kind, file, 'trim', '0', String(SECONDS)];
        return succeeds(run(sox!, args));
      },
    })),
  );
  return [...ofFfmpeg, ...ofSox];
}

const form = (rate: number, channels: number) => ['-t', `${SECONDS}`, '-ar', `${rate}`, '-ac', `${channels}`];

/** What has no sound in it, under each name. */
function silentRecipes(extensions: string[]): Recipe[] {
  const video = ['-f', 'lavfi', '-i', `testsrc=s=160x120:r=10:d=${SECONDS}`, '-c:v', 'libx264'];
  const cover = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:d=1', '-frames:v', '1', '-c:v', 'mjpeg'];
  const made = extensions.flatMap((extension) => [
    { name: `empty${extension}`, make: (file: string) => write(file, '') },
    { name: `text${extension}`, make: (file: string) => write(file, 'Ata da reunião.\n'.repeat(200)) },
    { name: `zeros${extension}`, make: (file: string) => write(file, Buffer.alloc(100_000)) },
  ]);
  const filmed = ['.mp4', '.mov', '.mkv', '.flv', '.mts', '.3gp'].map((extension) => ({
    name: `mute${extension}`,
    make: (file: string) => encode([...video, '-f', ENCODINGS[extension]![0]!.at(-1)!], file),
  }));
  const covers = ['.mp4', '.m4a', '.mkv'].map((extension) => ({
    name: `cover${extension}`,
    make: (file: string) =>
      encode(
        [...cover, '-disposition:v', 'attached_pic', '-f', extension === '.mkv' ? 'matroska' : 'mp4'],
        file,
      ),
  }));
  return [...made, ...filmed, ...covers];
}

const truncated = (recipe: Recipe, fraction: number): Recipe => ({
  name: `cut-${recipe.name}`,
  make: (file) => changed(recipe, file, (bytes) => bytes.subarray(0, Math.floor(bytes.length * fraction))),
});

const renamed = (recipe: Recipe, extension: string): Recipe => ({
  name: `renamed-${recipe.name.replace(/\.\w+$/, '').replaceAll('.', '-')}${extension}`,
  make: recipe.make,
});

/** Some bytes are overwritten, as on a card that failed. */
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
  return write(file, change(await readFile(whole)));
}

/** An encoder that takes the parameters not may leave an empty file. */
async function encode(args: string[], file: string): Promise<boolean> {
  const isMade = await succeeds(run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, file]));
  if (!isMade) await rm(file, { force: true });
  return isMade;
}

const write = async (file: string, content: string | Buffer) => {
  await writeFile(file, content);
  return true;
};

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
