import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KNOWN_NAMES, rememberNames } from '@/app/domain/transcript/known-names';
import {
  listPeople,
  mainPeople,
  mergeKey,
  mergesOf,
  type NameChange,
  renameSteps,
} from '@/app/domain/transcript/people';
import { freeLabel, speakerOfName } from '@/app/domain/transcript/speaker';

const said = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs });

describe('the people of a transcript', () => {
  it('have their share of the time, and a clip from the first clear stretch', () => {
    const people = listPeople([
      said('A', 0, 1_000),
      said('B', 1_000, 2_000),
      said('A', 2_000, 9_000),
      said('A', 10_000, 40_000),
      said('B', 40_000, 42_000),
    ]);
    expect(people).toEqual([
      { speaker: 'A', hue: 0, spokenMs: 38_000, percent: 93, clip: { startMs: 2_000, endMs: 7_000 } },
      { speaker: 'B', hue: 1, spokenMs: 3_000, percent: 7, clip: { startMs: 40_000, endMs: 42_000 } },
    ]);
    expect(listPeople([said('A', 5, 5)])[0]).toMatchObject({ percent: 0 });
    expect(listPeople([])).toEqual([]);
  });

  it('are shown in their order, of many only those who speak most', () => {
    const people = ['A', 'B', 'C'].map((speaker, index) => ({ speaker, spokenMs: [2, 1, 3][index]! }));
    expect(mainPeople(people, 2).map(({ speaker }) => speaker)).toEqual(['A', 'C']);
    expect(mainPeople(people, 3)).toEqual(people);
  });

  it('merge where names become equal, not where they are swapped', () => {
    const speakers = ['A', 'B', 'Ana'];
    expect(mergesOf(speakers, [{ from: 'A', to: 'Ana' }])).toEqual([{ name: 'Ana', speakers: ['A', 'Ana'] }]);
    const swapped = [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'A' },
    ];
    expect(mergesOf(speakers, swapped)).toEqual([]);
    const keys = ['A', 'B'].map((from) => mergeKey(mergesOf(speakers, [{ from, to: 'Ana' }])));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('get their new names one after the other as if at once', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D', 'E');
    const renames = fc.uniqueArray(fc.record({ from: name, to: name }), { selector: ({ from }) => from });
    fc.assert(
      fc.property(renames, (changes) => {
        const steps = renameSteps(changes, () => crypto.randomUUID());
        const wanted = new Map<string, string>(changes.map(({ from, to }) => [from, to]));
        for (const speaker of ['A', 'B', 'C', 'D', 'E']) {
          const end = steps.reduce((now, { from, to }: NameChange) => (now === from ? to : now), speaker);
          expect(end).toBe(wanted.get(speaker) ?? speaker);
        }
      }),
    );
  });

  it('get the first free label without a name', () => {
    expect(freeLabel(['A', 'C', 'Ana'])).toBe('B');
    expect(freeLabel([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])).toBeNull();
  });
});

it('a label is meant by the name that the page shows', () => {
  const nameOf = (label: string) => `Pessoa ${label}`;
  expect(['pessoa b', 'B', 'Pessoa', 'Pessoa BB'].map((name) => speakerOfName(name, nameOf))).toEqual([
    'B',
    'B',
    'Pessoa',
    'Pessoa BB',
  ]);
});

describe('the names of an account', () => {
  it('are kept, the last used first, without labels', () => {
    expect(rememberNames(['Bia', 'Ana'], ['Ana', 'A', 'Pessoa 1', 'voz 2', 'Speaker B', 'Caio'])).toEqual([
      'Ana',
      'Caio',
      'Bia',
    ]);
    expect(rememberNames([], ['Pessoa Silva', 'Voz da Rua'])).toHaveLength(2);
  });

  it('are limited: the oldest goes', () => {
    const known = Array.from({ length: MAX_KNOWN_NAMES }, (_, index) => `Ana ${index}`);
    const kept = rememberNames(known, ['Bia']);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_KNOWN_NAMES, 'Bia', known.at(-2)]);
  });
});
