import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { findExecutable } from '@/app/config/find-executable.server';
import { wav } from '../factories/wav';
import { Random } from '../soak/random';
import type { Turn } from './metrics/der';

/** Voices of espeak-ng that the demonstration models were not trained on. */
const VOICES = ['m3', 'f4', 'miguel', 'Annie', 'edward', 'Andrea', 'Diogo', 'steph', 'pablo'];

/** For larger conversations: other voices, of which the models know some, at usual pitch. */
const MORE_VOICES = ['f2', 'm7', 'belinda', 'Marco', 'antonio', 'linda', 'Hugo', 'Gene', 'quincy', 'paul'];

export const SAMPLES_PER_SECOND = 22_050;
const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
/** Quieter samples at both ends of an utterance are not part of its turn. */
const AUDIBLE = 30;
const PAUSE_MS = { least: 200, most: 1500 };
/** Of a turn; several, so that hardly any turn is heard twice. */
const MOST_SENTENCES = 3;
/** Percentage of turns after which the same speaker continues after a pause. */
const GOES_ON = 15;

export interface Voice {
  name: string;
  variant: string;
  wordsPerMinute: number;
  pitch: number;
  peak: number;
}

/** What several voices say one after the other, with exact times. */
export interface Conversation {
  /** Mono WAV file. */
  audio: Buffer;
  turns: Turn[];
  /** Names of the voices in espeak-ng. */
  voices: string[];
}

export const findEspeak = () => findExecutable('espeak-ng', process.env.PATH ?? '');

/** Sentences of the sample recording. */
const sentences: string[] = JSON.parse(readFileSync('tests/factories/sample/reuniao.json', 'utf8')).turns.map(
  ({ text }: { text: string }) => text,
);

/**
 * Generates a conversation of synthetic voices with pauses between their turns, without overlap. The same
 * seed gives the same one with the same espeak-ng.
 * @param options.count number of voices, at most 19; each speaks
 */
export function synthesizeConversation(
  espeak: string,
  { count, minutes, seed }: { count: number; minutes: number; seed: number },
): Conversation {
  const random = new Random(seed);
  const voices = drawVoices(random, count);
  const said = new Map<string, Buffer>();
  const say = (voice: Voice, text: string) => {
    const key = `${voice.name} ${text}`;
    const audio = said.get(key) ?? speak(espeak, voice, text);
    said.set(key, audio);
    return audio;
  };
  const endMs = minutes * 60_000;
  const pieces: Buffer[] = [];
  const turns: Turn[] = [];
  let samples = 0;
  const nowMs = () => Math.round((1000 * samples) / SAMPLES_PER_SECOND);
  const add = (piece: Buffer) => {
    pieces.push(piece);
    samples += piece.length / BYTES_PER_SAMPLE;
  };
  let voice = voices[0]!;
  while (nowMs() < endMs) {
    const pauseMs = PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least);
    add(Buffer.alloc(Math.round((pauseMs * SAMPLES_PER_SECOND) / 1000) * BYTES_PER_SAMPLE));
    const text = Array.from({ length: 1 + random.below(MOST_SENTENCES) }, () => random.pick(sentences));
    const spoken = say(voice, text.join(' '));
    const startMs = nowMs();
    add(spoken);
    turns.push({ speaker: voice.name, startMs, endMs: nowMs() });
    voice = turns.length < count ? voices[turns.length]! : nextVoice(random, voices, voice);
  }
  return {
    audio: wav(Buffer.concat(pieces), { samplesPerSecond: SAMPLES_PER_SECOND }),
    turns,
    voices: voices.map(({ variant }) => variant),
  };
}

function drawVoices(random: Random, count: number): Voice[] {
  const left = [...VOICES];
  const more = [...MORE_VOICES];
  return Array.from({ length: count }, (_, index) => ({
    name: `voice-${index + 1}`,
    variant: drawFrom(random, left.length > 0 ? left : more),
    wordsPerMinute: 140 + random.below(31),
    pitch: 40 + random.below(21),
    peak: 0.3 + 0.3 * random.next(),
  }));
}

const drawFrom = (random: Random, left: string[]) => left.splice(random.below(left.length), 1)[0]!;

function nextVoice(random: Random, voices: Voice[], now: Voice): Voice {
  const others = voices.filter((voice) => voice !== now);
  return others.length === 0 || random.below(100) < GOES_ON ? now : random.pick(others);
}

/** 16-bit samples, from the first audible one to the last. */
export function speak(espeak: string, { variant, wordsPerMinute, pitch, peak }: Voice, text: string): Buffer {
  const manner = ['-v', `pt-br+${variant}`, '-s', String(wordsPerMinute), '-p', String(pitch)];
  const bytes = execFileSync(espeak, [...manner, '--stdout', '--', text], { maxBuffer: 64 * 1024 * 1024 });
  const rate = bytes.readUInt32LE(24);
  if (rate !== SAMPLES_PER_SECOND) throw new Error(`espeak-ng gave ${rate} samples a second`);
  const pcm = bytes.subarray(HEADER_BYTES);
  const heard = Array.from({ length: Math.floor(pcm.length / BYTES_PER_SAMPLE) }, (_, index) =>
    pcm.readInt16LE(index * BYTES_PER_SAMPLE),
  );
  const first = heard.findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const last = heard.findLastIndex((sample) => Math.abs(sample) > AUDIBLE);
  const audible = heard.slice(first, last + 1);
  const loudest = audible.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const scaled = Buffer.alloc(audible.length * BYTES_PER_SAMPLE);
  for (const [index, sample] of audible.entries()) {
    scaled.writeInt16LE(Math.round((sample * peak * 32_767) / loudest), index * BYTES_PER_SAMPLE);
  }
  return scaled;
}

export const writeConversation = ({ audio }: Conversation, file: string) => writeFile(file, audio);
