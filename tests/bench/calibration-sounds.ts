import { wav } from '../factories/wav';
import { Random } from '../soak/random';
import { writeSentence } from './calibration-sentences';
import { SAMPLES_PER_SECOND, speak } from './voices';

/** Voices of espeak-ng that the demonstration models were not trained on: to calibrate by, and to check by. */
export const VOICES_OF = {
  calibration: ['miguel', 'Annie', 'edward', 'Diogo', 'steph'],
  check: ['m3', 'f4', 'Andrea', 'pablo'],
} as const;

export type SoundSet = keyof typeof VOICES_OF;

/** What is wrong with a sound: the larger `amount`, from 0 to 1, the worse. */
type Damage = (samples: Float64Array, random: Random, amount: number) => Float64Array;

/** A synthetic recording whose words are known. */
export interface CalibrationSound {
  /** What was done to it. */
  scene: string;
  /** Mono WAV file. */
  audio: Buffer;
  /** What is said in it; empty for music and noise. */
  text: string;
  /** To be encoded with, in kbit/s, before it is decoded again; null for none. */
  mp3: number | null;
}

const SENTENCES = 5;
const VOICELESS_SHARE = 0.2;
const WORDS_PER_MINUTE = 155;
const PAUSE_S = { least: 0.3, more: 0.7 };
const PEAK = 0.5;

const noise = (random: Random) => 2 * random.next() - 1;

function rms(samples: Float64Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** Adds a sound so that it is `snrDb` quieter than the first. */
function mix(samples: Float64Array, other: Float64Array, snrDb: number): Float64Array {
  const gain = rms(samples) / Math.max(rms(other), 1e-9) / 10 ** (snrDb / 20);
  return samples.map((sample, index) => sample + gain * other[index]!);
}

/** One pole each; `times` of them are steeper. */
function filter(
  samples: Float64Array,
  { lowHz, highHz, times }: { lowHz: number; highHz: number; times: number },
) {
  const share = (hz: number) => 1 - Math.exp((-2 * Math.PI * hz) / SAMPLES_PER_SECOND);
  let out = samples;
  for (let pass = 0; pass < times; pass += 1) {
    let [low, high] = [0, 0];
    out = out.map((sample) => {
      high += share(highHz) * (sample - high);
      low += share(lowHz) * (high - low);
      return high - low;
    });
  }
  return out;
}

const snrOf = (amount: number) => 25 - 30 * amount;

export const white: Damage = (samples, random, amount) =>
  mix(
    samples,
    samples.map(() => noise(random)),
    snrOf(amount),
  );

const rumble: Damage = (samples, random, amount) => {
  const other = filter(
    samples.map(() => noise(random)),
    { lowHz: 30, highHz: 500, times: 1 },
  );
  return mix(samples, other, snrOf(amount));
};

const hum: Damage = (samples, _random, amount) => {
  const other = samples.map((_, index) =>
    [1, 2, 3, 5, 9].reduce(
      (sum, times) => sum + Math.sin((2 * Math.PI * 60 * times * index) / SAMPLES_PER_SECOND),
      0,
    ),
  );
  return mix(samples, other, snrOf(amount));
};

const telephone: Damage = (samples, random, amount) => {
  const narrow = filter(samples, { lowHz: 300, highHz: 3400, times: 4 });
  return white(narrow, random, amount / 2);
};

const muffled: Damage = (samples, _random, amount) =>
  filter(samples, { lowHz: 20, highHz: 6000 - 5000 * amount, times: 2 });

const room: Damage = (samples, random, amount) => {
  const out = samples.slice();
  const seconds = 0.1 + 0.7 * amount;
  for (let echo = 0; echo < 120; echo += 1) {
    const delayS = seconds * random.next();
    const gain = 0.35 * amount * noise(random) * Math.exp((-3 * delayS) / seconds) + 0.05 * noise(random);
    const delay = Math.round(delayS * SAMPLES_PER_SECOND);
    for (let index = delay; index < out.length; index += 1) out[index]! += gain * samples[index - delay]!;
  }
  return out;
};

const clipped: Damage = (samples, _random, amount) => {
  const limit = PEAK * (0.5 - 0.48 * amount);
  return samples.map((sample) => Math.max(-limit, Math.min(limit, sample)));
};

const gaps: Damage = (samples, random, amount) => {
  const out = samples.slice();
  const step = Math.round(0.06 * SAMPLES_PER_SECOND);
  for (let start = 0; start < out.length; start += step) {
    if (random.next() < 0.4 * amount) out.fill(0, start, start + step);
  }
  return out;
};

const musical: Damage = (samples, random, amount) =>
  mix(samples, playMusic(random, samples.length), snrOf(amount));

const DAMAGES: Record<string, Damage> = {
  white,
  rumble,
  hum,
  telephone,
  muffled,
  room,
  clipped,
  gaps,
  musical,
};

/** Chords, a melody and, in half of the pieces, a drum. */
export function playMusic(random: Random, length: number): Float64Array {
  const out = new Float64Array(length);
  const beatS = 0.25 + 0.35 * random.next();
  const hasDrum = random.next() < 0.5;
  const harmonics = 1 + random.below(10);
  const decay = 4 * random.next();
  const root = 90 + 90 * random.next();
  const scale = [0, 2, 4, 5, 7, 9, 11, 12];
  const play = (hz: number, fromS: number, forS: number, loud: number) => {
    const [first, count] = [Math.round(fromS * SAMPLES_PER_SECOND), Math.round(forS * SAMPLES_PER_SECOND)];
    const end = Math.min(count, length - first);
    for (let times = 1; times <= harmonics; times += 1) {
      // A sine by recurrence, since a call for each sample takes long.
      const turn = 2 * Math.cos((2 * Math.PI * hz * times) / SAMPLES_PER_SECOND);
      let [now, before] = [0, -Math.sin((2 * Math.PI * hz * times) / SAMPLES_PER_SECOND)];
      const fall = Math.exp(-decay / count);
      let level = loud / times;
      for (let index = 0; index < end; index += 1) {
        out[first + index]! += level * Math.min(1, index / 300) * now;
        [now, before] = [turn * now - before, now];
        level *= fall;
      }
    }
  };
  for (let beat = 0; beat * beatS * SAMPLES_PER_SECOND < length; beat += 1) {
    const note = (above: number) => root * 2 ** ((random.pick(scale) + above) / 12);
    if (beat % 4 === 0)
      for (let voice = 0; voice < 3; voice += 1) play(note(0), beat * beatS, 4 * beatS, 0.3);
    play(note(12), beat * beatS, beatS, 0.5);
    if (!hasDrum) continue;
    const start = Math.round(beat * beatS * SAMPLES_PER_SECOND);
    for (let index = 0; index < 2000 && start + index < length; index += 1) {
      out[start + index]! += 0.6 * noise(random) * Math.exp(-index / 400);
    }
  }
  return out;
}

const VOICELESS: Record<string, (random: Random, length: number) => Float64Array> = {
  music: playMusic,
  tone: (random, length) => {
    const hz = 200 + random.below(1500);
    return new Float64Array(length).map((_, index) =>
      Math.sin((2 * Math.PI * hz * index) / SAMPLES_PER_SECOND),
    );
  },
  bursts: (random, length) => {
    let level = 0;
    return new Float64Array(length).map((_, index) => {
      if (index % 4000 === 0) level = random.next();
      return level * noise(random);
    });
  },
};

export function toSamples(pcm: Buffer): Float64Array {
  return new Float64Array(pcm.length / 2).map((_, index) => pcm.readInt16LE(2 * index) / 32_768);
}

export function toWav(samples: Float64Array): Buffer<ArrayBuffer> {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  const gain = Math.min(1, 0.95 / loudest);
  const pcm = Buffer.alloc(2 * samples.length);
  samples.forEach((sample, index) => {
    pcm.writeInt16LE(Math.round(sample * gain * 32_767), 2 * index);
  });
  return wav(pcm, { samplesPerSecond: SAMPLES_PER_SECOND });
}

interface Manner {
  variant: string;
  speed: number;
  isStrange: boolean;
}

function sayAll(espeak: string, random: Random, { variant, speed, isStrange }: Manner) {
  const voice = {
    name: variant,
    variant,
    wordsPerMinute: Math.round(WORDS_PER_MINUTE * speed),
    pitch: 40 + random.below(21),
    peak: PEAK,
  };
  const said: string[] = [];
  const pieces: Buffer[] = [];
  const pause = () =>
    pieces.push(
      Buffer.alloc(2 * Math.round((PAUSE_S.least + PAUSE_S.more * random.next()) * SAMPLES_PER_SECOND)),
    );
  for (let sentence = 0; sentence < SENTENCES; sentence += 1) {
    const text = writeSentence(random, isStrange && random.next() < 0.6);
    pause();
    pieces.push(speak(espeak, voice, text));
    said.push(text);
  }
  pause();
  return { samples: toSamples(Buffer.concat(pieces)), text: said.join('. ') };
}

/** Another voice at the same time, quieter by up to 12 dB. */
const overlapped = (samples: Float64Array, other: Float64Array, amount: number) =>
  mix(
    samples,
    samples.map((_, index) => other[index % other.length]!),
    12 * (1 - amount),
  );

/**
 * Speech of one synthetic voice in one of several conditions, or a sound without any voice. The same seed gives the
 * same sound with the same espeak-ng.
 */
export function makeCalibrationSound(espeak: string, set: SoundSet, seed: number): CalibrationSound {
  const random = new Random(seed * 7919 + (set === 'check' ? 1 : 0));
  const choice = random.next();
  if (choice < VOICELESS_SHARE) {
    const scene = random.pick(['music', 'music', 'music', ...Object.keys(VOICELESS)]);
    const length = (10 + random.below(15)) * SAMPLES_PER_SECOND;
    const samples = VOICELESS[scene]!(random, length).map((sample) => 0.3 * sample);
    return { scene, audio: toWav(samples), text: '', mp3: null };
  }
  const voices = VOICES_OF[set];
  const isFast = random.next() < 0.3;
  const manner = {
    variant: random.pick(voices),
    speed: isFast ? 0.7 + 1.1 * random.next() : 0.9 + 0.2 * random.next(),
    isStrange: random.next() < 0.2,
  };
  const spoken = sayAll(espeak, random, manner);
  const said = { text: spoken.text, mp3: null };
  const prefix = [isFast ? `speed ${manner.speed.toFixed(1)}` : '', manner.isStrange ? 'strange words' : ''];
  const named = (name: string) => [name, ...prefix].filter(Boolean).join(', ');
  if (choice < 0.36) return { ...said, scene: named('clean'), audio: toWav(spoken.samples) };
  if (choice < 0.43) {
    const audio = toWav(spoken.samples);
    return { ...said, scene: named('mp3'), audio, mp3: random.pick([8, 16, 24]) };
  }
  const amount = random.next();
  if (choice < 0.5) {
    const other = sayAll(espeak, random, { ...manner, variant: random.pick(voices) });
    const audio = toWav(overlapped(spoken.samples, other.samples, amount));
    return { ...said, scene: named('overlapped'), audio };
  }
  const first = random.pick(Object.keys(DAMAGES));
  let samples = DAMAGES[first]!(spoken.samples, random, amount);
  let scene = `${first} ${amount.toFixed(1)}`;
  if (random.next() < 0.2) {
    const second = random.pick(Object.keys(DAMAGES));
    samples = DAMAGES[second]!(samples, random, 0.4);
    scene += `, ${second}`;
  }
  return { ...said, scene: named(scene), audio: toWav(samples) };
}
