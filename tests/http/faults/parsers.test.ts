import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { SHAPES } from '@/tests/soak/hostile-shapes';
import { PARSERS } from '@/tests/soak/input-parsers';
import { growthOf } from '@/tests/soak/parsers';
import { Random } from '@/tests/soak/random';

/**
 * Maximum growth for ten times the input: quadratic parsers take 100 times as long, linear ones stay far
 * below.
 */
const BOUND = 40;
const MOST_LETTERS = 40_000;

/** Regressions: parsers with inputs that once took quadratic time. */
const KNOWN: [string, string][] = [
  ['form: as it is', 'a field with a value'],
  ['form: words of a block', 'one field'],
  ['schema: personName', 'marks in disorder'],
  ['schema: titleSchema', 'marks that go to the front'],
  ['search: words of a document', 'marks in disorder'],
  ['search: words of a document', 'sound marks in disorder'],
  ['text: glossary over a block', 'stops between letters'],
  ['text: characters', 'flags'],
];

const random = new Random(20_261_122);
const chosen = Object.keys(PARSERS).flatMap((parser): [string, string][] => [
  [parser, random.pick(Object.keys(SHAPES))],
  [parser, random.pick(Object.keys(SHAPES))],
]);

it.each([...KNOWN, ...chosen])('%s: parses in about linear time: %s', async (parser, shape) => {
  const most = Math.min(MOST_LETTERS, PARSERS[parser]!.most);
  const { ratio, smallMs, largeMs } = await growthOf(parser, shape, { most, times: 10, bound: BOUND });
  expect(ratio, `${smallMs} ms, then ${largeMs} ms`).toBeLessThan(BOUND);
});
