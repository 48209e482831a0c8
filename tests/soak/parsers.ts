import assert from 'node:assert/strict';
import { SHAPES } from './hostile-shapes';
import { type OutsideParser, PARSERS } from './outside-parsers';
import { Random } from './random';
import { type Figures, type Soak, say } from './soak';

/** Ten times the input may take so many times as long. */
export const MOST_GROWTH = 12;

/** What takes less does no harm, and its figures say more of the machine than of the parser. */
const LEAST_MS = 5;
/** A text is read again and again until it took so long, so that garbage counts where it is made. */
const MEASURED_MS = 20;
/** The best of so many counts: in the others somebody else had the processor's caches. */
const ATTEMPTS = 12;

export interface Growth {
  parser: string;
  shape: string;
  letters: number;
  smallMs: number;
  largeMs: number;
  ratio: number;
}

/** Reads hostile texts of two sizes with everything that reads what comes from outside. */
export const soak: Soak = async ({ count, seed }) => {
  const random = new Random(seed);
  const growths: Growth[] = [];
  for (const [name, parser] of Object.entries(PARSERS)) {
    const shapes = Object.keys(SHAPES)
      .sort(() => random.next() - 0.5)
      .slice(0, count);
    const own: Growth[] = [];
    for (const shape of shapes)
      own.push(await growthOf(name, shape, { most: parser.most, bound: MOST_GROWTH }));
    const [worst] = own.toSorted((one, other) => other.ratio - one.ratio);
    const [slowest] = own.toSorted((one, other) => other.largeMs - one.largeMs);
    say(`${name.padEnd(34)} ${lineOf(worst!)}; slowest ${lineOf(slowest!)}`);
    growths.push(...own);
  }
  const broken = growths.filter(({ ratio }) => ratio > MOST_GROWTH);
  assert.equal(broken.length, 0, broken.map((each) => `${each.parser}: ${lineOf(each)}`).join('\n'));
  return figuresOf(growths);
};

const lineOf = ({ shape, letters, smallMs, largeMs, ratio }: Growth) =>
  `${letters / 10} → ${letters}: ${smallMs.toFixed(1)} → ${largeMs.toFixed(1)} ms, ${ratio.toFixed(1)} × (${shape})`;

function figuresOf(growths: Growth[]): Figures {
  const slowest = growths.toSorted((one, other) => other.largeMs - one.largeMs)[0]!;
  return {
    parsers: Object.keys(PARSERS).length,
    'texts, each of two sizes': growths.length,
    'largest ratio of CPU': Math.max(...growths.map(({ ratio }) => ratio)).toFixed(1),
    'longest reading in ms': `${slowest.largeMs.toFixed(0)} (${slowest.parser}, ${slowest.shape})`,
  };
}

/**
 * How much more processor time ten times a text takes. It is measured again while it looks like more than allowed,
 * since only the smallest of several figures is the parser's own.
 */
export async function growthOf(
  parser: string,
  shape: string,
  { most, bound }: { most: number; bound: number },
): Promise<Growth> {
  const { read } = PARSERS[parser]!;
  const [small, large] = [SHAPES[shape]!(Math.floor(most / 10)), SHAPES[shape]!(most)];
  let best: Growth | undefined;
  for (
    let attempt = 0;
    attempt < ATTEMPTS && (best?.ratio ?? Number.POSITIVE_INFINITY) > bound;
    attempt += 1
  ) {
    const smallMs = await cpuMs(read, small);
    const largeMs = await cpuMs(read, large);
    const ratio = largeMs < LEAST_MS ? 0 : largeMs / Math.max(smallMs, LEAST_MS / 10);
    if (!best || ratio < best.ratio) best = { parser, shape, letters: most, smallMs, largeMs, ratio };
  }
  return best!;
}

/** The processor time of one reading: the mean of as many as can be measured. */
async function cpuMs(read: OutsideParser['read'], text: string): Promise<number> {
  const before = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    await attempt(read, text);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= MEASURED_MS || times === 100) return ms / times;
  }
}

async function attempt(read: OutsideParser['read'], text: string): Promise<void> {
  try {
    await read(text);
  } catch (error) {
    // A refusal is an answer; that a text is too much for the machine, or the reading itself broken, is none.
    if ([RangeError, TypeError, ReferenceError].some((kind) => error instanceof kind)) throw error;
  }
}
