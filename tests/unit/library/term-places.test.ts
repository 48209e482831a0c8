import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodePlaces,
  encodePlaces,
  pairTermOf,
  placeOf,
  utterancesWithAll,
} from '@/app/domain/library/term-places';

it('are decoded as they were encoded', () => {
  const place = fc
    .tuple(fc.nat(1_000_000), fc.nat(100_000))
    .map(([utterance, word]) => placeOf(utterance, word));
  fc.assert(
    fc.property(fc.uniqueArray(place), (places) => {
      const rising = places.toSorted((one, other) => one - other);
      expect([...decodePlaces(encodePlaces(rising))]).toEqual(rising);
    }),
  );
});

it('take two bytes where a word is frequent', () => {
  const places = Array.from({ length: 1_000 }, (_, utterance) => placeOf(utterance, utterance % 40));
  expect(encodePlaces(places).length).toBe(2_000);
});

it('tell the utterances that have all words and phrases', () => {
  const texts = ['a de que', 'de a que', 'que de a', 'a que', 'de a pauta de que'].map((text) =>
    text.split(' '),
  );
  const termsAt = (words: string[], index: number) => [
    words[index]!,
    pairTermOf(words[index]!, words[index + 1]),
  ];
  const placesOf = (asked: string) =>
    Float64Array.from(
      texts.flatMap((words, utterance) =>
        words.flatMap((_, index) =>
          termsAt(words, index).includes(asked) ? [placeOf(utterance, index)] : [],
        ),
      ),
    );
  const found = (...terms: string[]) => utterancesWithAll(terms, placesOf);
  expect(found('a')).toEqual([0, 1, 2, 3, 4]);
  expect(found('a', 'de')).toEqual([0, 1, 2, 4]);
  expect(found('a de')).toEqual([0]);
  expect(found('de a')).toEqual([1, 2, 4]);
  expect(found('a pauta de que')).toEqual([4]);
  expect(found('de a pauta', 'de que')).toEqual([4]);
  expect(found('de a', 'a que')).toEqual([1]);
  expect(found('de a que')).toEqual([1]);
  expect(found('x')).toEqual([]);
});
