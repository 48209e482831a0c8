import assert from 'node:assert/strict';
import { SHAPES } from './hostile-shapes';
import { PARSERS, readingOf } from './input-parsers';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

/** Size factor between the short and the long text. */
const TENFOLD = 10;
const TWOFOLD = 2;

/** Ten times the input may take twelve times as long: a fifth more than linear. */
const maxGrowth = (times: number) => 1.2 * times;

/** Shorter times are harmless and measure the machine rather than the parser. */
const LEAST_MS = 5;
/** Texts are parsed repeatedly for this long, so that garbage collection is included. */
const MEASURED_MS = 20;
/** Best of this many measurements: others were disturbed by processes that share the CPU caches. */
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

/** Parses hostile texts of two sizes with every parser of external input. */
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
      if (growth.ratio <= maxGrowth(TENFOLD)) continue;
      const above = await growthOf(name, shape, { most: parser.most, times: TWOFOLD });
      printProgress(`${name.padEnd(34)} ${lineOf(growth)}, and ${lineOf(above)}`);
      if (above.ratio <= maxGrowth(TWOFOLD)) steps.push(growth);
      else broken.push(growth, above);
    }
    const slowest = own.toSorted((one, other) => other.largeMs - one.largeMs)[0]!;
    printProgress(`${name.padEnd(34)} ${lineOf(steepest(own))}; slowest ${lineOf(slowest)}`);
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
 * Growth of CPU time with input size, for a text ten times or twice as long. The short text is parsed as ten
 * or two separate copies, so that they come from memory as the long one does: a single copy would stay in the
 * CPU cache. Repeats a measurement that exceeds the bound, since only the smallest of several is the parser's
 * own time.
 * Where a text outgrows a cache, or becomes one that V8 keeps outside its heap, each character costs more
 * from there on, up to half as much again. Such a step between the sizes looks like growth. Real growth
 * continues, so it shows in the upper half as well.
 */
export async function growthOf(
  parser: string,
  shape: string,
  { most, times, bound = maxGrowth(times) }: { most: number; times: number; bound?: number },
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

/** CPU time of parsing all texts once, in ms: the mean of several rounds. */
async function cpuMs(readings: Reading[]): Promise<number> {
  const before = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    await attemptAll(readings);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= MEASURED_MS || times === 100) return ms / times;
  }
}

/**
 * Keeps all results until the last text is parsed, so that they use as much memory as that of one long text.
 */
async function attemptAll(readings: Reading[]): Promise<unknown[]> {
  const given: unknown[] = [];
  for (const reading of readings) given.push(await attempt(reading));
  return given;
}

async function attempt(reading: Reading): Promise<unknown> {
  try {
    return await reading();
  } catch (error) {
    // A rejection is a valid result; a stack overflow or a bug in the parser is not.
    if ([RangeError, TypeError, ReferenceError].some((kind) => error instanceof kind)) throw error;
    return error;
  }
}
