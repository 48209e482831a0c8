import { Random } from '../soak/random';

const SAMPLES_PER_SECOND = 16_000;
const FULL_SCALE = 32_767;
const { PI, sin, floor } = Math;

/** Amplitude from -1 to 1 at a time in seconds; louder is clipped. */
type Sound = (seconds: number) => number;

const tone = (hertz: number, seconds: number) => sin(2 * PI * hertz * seconds);

/** Equal energy per hertz. */
function whiteNoise(random: Random): Sound {
  return () => 0.6 * random.next() - 0.3;
}

/** Equal energy per octave: Paul Kellet's filter of white noise. */
function pinkNoise(random: Random): Sound {
  const poles = [0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616];
  const gains = [0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898];
  const held = poles.map(() => 0);
  return () => {
    const white = 2 * random.next() - 1;
    let sum = 0.5362 * white;
    for (let index = 0; index < poles.length; index += 1) {
      held[index] = poles[index]! * held[index]! + gains[index]! * white;
      sum += held[index]!;
    }
    return 0.1 * sum;
  };
}

/** A leaky random walk. */
function brownNoise(random: Random): Sound {
  let at = 0;
  return () => {
    at = 0.998 * at + 0.05 * (random.next() - 0.5);
    return at;
  };
}

/** Many claps, each a burst of noise that decays within 10 ms. */
function applause(random: Random): Sound {
  let loudness = 0;
  return () => {
    loudness *= 0.99;
    if (random.below(400) === 0) loudness += 0.2 + 0.3 * random.next();
    return loudness * (2 * random.next() - 1);
  };
}

/** Chords of four notes with overtones, a new one every half second, over a beat. */
function music(random: Random): Sound {
  let chord = [220, 277.2, 329.6, 440];
  let half = -1;
  return (seconds) => {
    const now = floor(2 * seconds);
    if (now !== half) {
      half = now;
      const root = 110 * 2 ** (random.below(24) / 12);
      chord = [1, 1.26, 1.5, 2].map((interval) => root * interval);
    }
    const fade = 1 - (2 * seconds - now) / 2;
    const notes = chord.reduce((sum, hertz) => sum + tone(hertz, seconds) + tone(3 * hertz, seconds) / 3, 0);
    const beat = (2 * random.next() - 1) * Math.exp(-30 * (2 * seconds - now));
    return 0.1 * fade * notes + 0.3 * beat;
  };
}

/** DTMF telephone keys, one after the other, 0.1 s each with as much silence between. */
function keypad(): Sound {
  const rows = [697, 770, 852, 941];
  const columns = [1209, 1336, 1477, 1633];
  return (seconds) => {
    const key = floor(5 * seconds);
    if (5 * seconds - key > 0.5) return 0;
    return 0.4 * (tone(rows[key % 4]!, seconds) + tone(columns[floor(key / 4) % 4]!, seconds));
  };
}

/** From 50 Hz to 4 kHz in ten seconds, repeated. */
const sweep: Sound = (seconds) => {
  const within = seconds % 10;
  return 0.8 * sin(2 * PI * (50 * within + 197.5 * within * within));
};

/** Non-speech sounds of recordings, seeded, so that every run generates the same. */
const sounds: Record<string, () => Sound> = {
  silence: () => () => 0,
  'sine tone': () => (seconds) => 0.12 * tone(440, seconds),
  'square wave': () => (seconds) => Math.sign(tone(440, seconds)),
  'clipped tone': () => (seconds) => 4 * tone(300, seconds),
  sweep: () => sweep,
  'telephone keys': keypad,
  'white noise': () => whiteNoise(new Random(1)),
  'pink noise': () => pinkNoise(new Random(2)),
  'brown noise': () => brownNoise(new Random(3)),
  applause: () => applause(new Random(4)),
  music: () => music(new Random(5)),
};

export const soundNames: readonly string[] = Object.keys(sounds);

/** Generates a sound as 16-bit mono samples at 16 kHz. @param name one of `soundNames` */
export function soundOf(name: string, seconds: number): Buffer {
  const sound = sounds[name]!();
  const samples = new Int16Array(seconds * SAMPLES_PER_SECOND);
  for (let index = 0; index < samples.length; index += 1) {
    const value = sound(index / SAMPLES_PER_SECOND);
    samples[index] = Math.round(FULL_SCALE * Math.min(1, Math.max(-1, value)));
  }
  return Buffer.from(samples.buffer);
}
