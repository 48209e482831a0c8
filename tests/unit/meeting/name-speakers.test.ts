import { describe, expect, it } from 'vitest';
import { nameSpeakers } from '@/app/domain/meeting/name-speakers';

const said = (speaker: string, startS: number, endS: number) => ({
  speaker,
  startMs: startS * 1000,
  endMs: endS * 1000,
});
const spoke = (name: string, startS: number, endS: number) => ({
  name,
  startMs: startS * 1000,
  endMs: endS * 1000,
});

const dialogue = [said('A', 0, 10), said('B', 10, 20), said('A', 20, 30), said('B', 30, 40)];
const people = ['Ana', 'Rui'];

describe('nameSpeakers', () => {
  it('names each speaker whose tile glowed while they spoke, with a late signal', () => {
    const spoken = [
      spoke('Ana', 0.4, 10.4),
      spoke('Rui', 10.4, 20.4),
      spoke('Ana', 20.4, 30.4),
      spoke('Rui', 30.4, 40.4),
    ];
    expect(nameSpeakers(dialogue, { people, spoken })).toEqual({
      names: new Map([
        ['A', 'Ana'],
        ['B', 'Rui'],
      ]),
      offers: [],
    });
  });

  it('gives two labels of one person the same name', () => {
    const utterances = [...dialogue, said('C', 40, 50)];
    const spoken = [spoke('Ana', 0, 10), spoke('Rui', 10, 20), spoke('Ana', 20, 30), spoke('Rui', 30, 50)];
    expect(nameSpeakers(utterances, { people, spoken }).names).toEqual(
      new Map([
        ['A', 'Ana'],
        ['B', 'Rui'],
        ['C', 'Rui'],
      ]),
    );
  });

  it('offers what stands on thin evidence', () => {
    const spoken = [spoke('Ana', 0, 10), spoke('Ana', 20, 30), spoke('Rui', 12, 15.5)];
    expect(nameSpeakers(dialogue, { people, spoken })).toEqual({
      names: new Map([['A', 'Ana']]),
      offers: [{ speaker: 'B', name: 'Rui' }],
    });
  });

  it('offers no name that somebody has already', () => {
    const utterances = [said('Rui', 0, 10), said('B', 10, 20)];
    expect(nameSpeakers(utterances, { people, spoken: [spoke('Rui', 12, 14)] }).offers).toEqual([]);
  });

  it('gives no name without a signal, or with a contradictory one', () => {
    expect(nameSpeakers(dialogue, { people, spoken: [] }).names.size).toBe(0);
    const spoken = [spoke('Ana', 0, 40), spoke('Rui', 0, 40)];
    expect(nameSpeakers(dialogue, { people, spoken })).toEqual({ names: new Map(), offers: [] });
  });

  it('takes one name for everybody as a broken signal', () => {
    const spoken = [spoke('Ana', 0, 40)];
    expect(nameSpeakers(dialogue, { people, spoken })).toEqual({ names: new Map(), offers: [] });
    const alone = [said('A', 0, 38), said('B', 38, 40)];
    expect(nameSpeakers(alone, { people: ['Ana'], spoken }).names.get('A')).toBe('Ana');
  });

  it('leaves names that somebody gave', () => {
    const utterances = [said('Beatriz', 0, 20), said('B', 20, 40)];
    const { names } = nameSpeakers(utterances, {
      people,
      spoken: [spoke('Ana', 0, 20), spoke('Rui', 20, 40)],
    });
    expect(names).toEqual(new Map([['B', 'Rui']]));
  });
});
