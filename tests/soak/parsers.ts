import assert from 'node:assert/strict';
import { SHAPES } from './hostile-shapes';
import { PARSERS, readingOf } from './outside-parsers';
import { Random } from './random';
import { type Figures, type Soak, say } from './soak';

/** How many times as long as a text another one of the same shape is. */
const TENFOLD = 10;
const TWOFOLD = 2;

/** Ten times the input may take twelve times as long: a fifth more than in proportion. */
const mostGrowth = (times: number) => 1.2 * times;

/** What takes less does no harm, and its figures say more of the machine than of the parser. */
const LEAST_MS = 5;
/** Texts are read again and again until that took so long, so that garbage counts where it is made. */
const MEASURED_MS = 20;
/** The best of so many counts: in the others somebody else had the processor's caches. */
const ATTEMPTS = 12;

type Reading = () => unknown;

export interface Growth {
  parser: string;
  shape: string;
  times: number;
  letters: number;
  smallMs: number;
  largeMs: number;
  ratio: number;
}

/** Reads hostile texts of two sizes with everything that reads what comes from outside. */
export const soak: Soak = async ({ count, seed }) => {
  const random = new Random(seed);
  const growths: Growth[] = [];
  const steps: Growth[] = [];
  const broken: Growth[] = [];
  for (const [name, parser] of Object.entries(PARSERS)) {
    const shapes = Object.keys(SHAPES)
      .sort(() => random.next() - 0.5)
      .slice(0, count);
    const own: Growth[] = [];
    for (const shape of shapes) {
      const growth = await growthOf(name, shape, { most: parser.most, times: TENFOLD });
      own.push(growth);
      if (growth.ratio <= mostGrowth(TENFOLD)) continue;
      const above = await growthOf(name, shape, { most: parser.most, times: TWOFOLD });
      say(`${name.padEnd(34)} ${lineOf(growth)}, and ${lineOf(above)}`);
      if (above.ratio <= mostGrowth(TWOFOLD)) steps.push(growth);
      else broken.push(growth, above);
    }
    const slowest = own.toSorted((one, other) => other.largeMs - one.largeMs)[0]!;
    say(`${name.padEnd(34)} ${lineOf(steepest(own))}; slowest ${lineOf(slowest)}`);
    growths.push(...own);
  }
  assert.equal(broken.length, 0, broken.map((each) => `${each.parser}: ${lineOf(each)}`).join('\n'));
  return figuresOf(growths, steps);
};

const steepest = (growths: Growth[]) => growths.toSorted((one, other) => other.ratio - one.ratio)[0]!;

const lineOf = ({ shape, times, letters, smallMs, largeMs, ratio }: Growth) =>
  `${letters / times} → ${letters}: ${smallMs.toFixed(1)} → ${largeMs.toFixed(1)} ms, ${ratio.toFixed(1)} × (${shape})`;

function figuresOf(growths: Growth[], steps: Growth[]): Figures {
  const slowest = growths.toSorted((one, other) => other.largeMs - one.largeMs)[0]!;
  return {
    parsers: Object.keys(PARSERS).length,
    'texts, each of two sizes': growths.length,
    'largest ratio of CPU': steepest(growths.filter((growth) => !steps.includes(growth))).ratio.toFixed(1),
    'steps between the sizes, level at twice as much': steps.length,
    ...(steps.length > 0 && { 'largest step': `${steepest(steps).parser}: ${lineOf(steepest(steps))}` }),
    'longest reading in ms': `${slowest.largeMs.toFixed(0)} (${slowest.parser}, ${slowest.shape})`,
  };
}

/**
 * How much more processor time a text takes that is ten times or twice as long. The short one is read as ten or two
 * texts of their own, so that they come from memory as the long one does: the same one again and again would be in the
 * processor's cache. It is measured again while it looks like more than allowed, since only the smallest of several
 * figures is the parser's own.
 *
 * Where a text outgrows a cache, or becomes one that V8 keeps outside its heap, each letter costs more from there on,
 * up to half as much again. Such a step looks like growth when it lies between the sizes. What grows goes on growing,
 * so it shows in the upper half as well.
 */
export async function growthOf(
  parser: string,
  shape: string,
  { most, times, bound = mostGrowth(times) }: { most: number; times: number; bound?: number },
): Promise<Growth> {
  const readingAt = (length: number) => readingOf(PARSERS[parser]!, SHAPES[shape]!(length));
  const small = Array.from({ length: times }, () => readingAt(Math.floor(most / times)));
  const large = [readingAt(most)];
  let best: Growth | undefined;
  for (
    let attempt = 0;
    attempt < ATTEMPTS && (best?.ratio ?? Number.POSITIVE_INFINITY) > bound;
    attempt += 1
  ) {
    const smallMs = (await cpuMs(small)) / times;
    const largeMs = await cpuMs(large);
    const ratio = largeMs < LEAST_MS ? 0 : largeMs / Math.max(smallMs, LEAST_MS / times);
    if (!best || ratio < best.ratio) best = { parser, shape, times, letters: most, smallMs, largeMs, ratio };
  }
  return best!;
}

/** The processor time of reading all texts once: the mean of as many times as can be measured. */
async function cpuMs(readings: Reading[]): Promise<number> {
  const before = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    await attemptAll(readings);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= MEASURED_MS || times === 100) return ms / times;
  }
}

/** Keeps what all texts gave until the last is read, so that as much of it is in memory as of one long text. */
async function attemptAll(readings: Reading[]): Promise<unknown[]> {
  const given: unknown[] = [];
  for (const reading of readings) given.push(await attempt(reading));
  return given;
}

async function attempt(reading: Reading): Promise<unknown> {
  try {
    return await reading();
  } catch (error) {
    // A refusal is an answer; that a text is too much for the machine, or the reading itself broken, is none.
    if ([RangeError, TypeError, ReferenceError].some((kind) => error instanceof kind)) throw error;
    return error;
  }
}
