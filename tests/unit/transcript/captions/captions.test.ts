import { describe, expect, it } from 'vitest';
import { type Caption, toCaptions } from '@/app/domain/transcript/captions/captions';
import { checkCaptions } from '@/app/domain/transcript/captions/check-captions';
import { createUtterance } from '@/app/domain/transcript/create-utterance';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { longTranscript } from '@/tests/factories/long-transcript';

/** Says a text from a time on, in words of the same length, one after the other. */
function say(text: string, { speaker = 'A', startMs = 0, wordMs = 400 } = {}): Utterance {
  const words = text.split(' ').map((word, index) => {
    const at = startMs + index * wordMs;
    return { text: word, startMs: at, endMs: at + wordMs, confidence: 0.9 };
  });
  return createUtterance(speaker, words);
}

const HOUR_MS = 3_600_000;
const captionsOf = (...utterances: Utterance[]) =>
  toCaptions(utterances, { durationMs: HOUR_MS, nameOf: null });
const texts = (captions: Caption[]) => captions.map(({ lines }) => lines.join(' / '));
const times = (captions: Caption[]) => captions.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the text of captions', () => {
  it('is divided after sentences and clauses, and its lines before conjunctions and prepositions', () => {
    const captions = captionsOf(
      say(
        'Quando a doutora chegou ao hospital, o paciente já estava acordado e falava com a família. Muito bem.',
      ),
    );
    expect(texts(captions)).toEqual([
      'Quando a doutora chegou ao hospital,',
      'o paciente já estava acordado / e falava com a família. Muito bem.',
    ]);
  });

  it.each([
    'eu queria saber se o senhor conhece a casa da família que vendeu o terreno da escola',
    'they wanted to know whether the mayor had seen the letter that the parents sent to the school',
  ])('keeps articles with their nouns: %s', (text) => {
    for (const { lines } of captionsOf(say(text, { wordMs: 300 }))) {
      for (const line of lines) expect(line).not.toMatch(/ (o|a|da|que a|the)$/);
    }
  });

  it('has lines of at most 42 characters, also of very long words, of which nothing is lost', () => {
    const long = 'https://exemplo.com/'.repeat(6);
    const captions = captionsOf(say(`veja ${long} hoje`, { wordMs: 3000 }));
    const lines = captions.flatMap((caption) => caption.lines);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(42);
    expect(lines.join('').replaceAll(' ', '')).toBe(`veja${long}hoje`);
  });

  it('does not cut a character in two', () => {
    const family = '👨‍👩‍👧‍👦';
    const lines = captionsOf(say(family.repeat(9))).flatMap((caption) => caption.lines);
    expect(lines.every((line) => line.length % family.length === 0)).toBe(true);
  });

  it('labels a caption where the speaker changes, within the line', () => {
    const utterances = [
      say('vamos começar a leitura da ata da reunião'),
      say('pode ler', { startMs: 20_000 }),
      say('obrigado pela ajuda', { speaker: 'B', startMs: 24_000 }),
    ];
    const captions = toCaptions(utterances, {
      durationMs: HOUR_MS,
      nameOf: (speaker) => (speaker === 'A' ? 'Ana' : 'Beatriz '.repeat(9).trim()),
    });
    expect(captions.map(({ labelledLines }) => labelledLines.join(' / '))).toEqual([
      'Ana: vamos começar a leitura / da ata da reunião',
      'pode ler',
      'Beatriz Beatriz Beatriz Beatriz Beatriz…: / obrigado pela ajuda',
    ]);
    expect(texts(captions)[2]).toBe('obrigado pela ajuda');
  });
});

describe('the times of captions', () => {
  it('go on into the pause after the speech while the text is read', () => {
    const [caption] = captionsOf(say('extraordinariamente incompreensível', { wordMs: 300 }));
    expect(times([caption!])).toEqual([[0, 2059]]);
  });

  it('are at least a second where there is room', () => {
    expect(times(captionsOf(say('Sim.')))).toEqual([[0, 1000]]);
    const followed = captionsOf(say('Sim.'), say('Não.', { speaker: 'B', startMs: 600 }));
    expect(times(followed)).toEqual([
      [0, 600],
      [600, 1600],
    ]);
  });

  it('are at most seven seconds', () => {
    expect(times(captionsOf(say('Olha', { wordMs: 9000 })))).toEqual([[0, 7000]]);
    const slow = captionsOf(say('um dois três quatro cinco seis', { wordMs: 2000 }));
    expect(Math.max(...slow.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(7000);
  });

  it('leave two frames or nothing between captions', () => {
    const near = captionsOf(say('Bom dia a todos.'), say('Bom dia.', { speaker: 'B', startMs: 1650 }));
    expect(near[0]!.endMs).toBe(1650);
    const far = captionsOf(say('Bom dia a todos.'), say('Bom dia.', { speaker: 'B', startMs: 1700 }));
    expect(far[0]!.endMs).toBe(1600);
  });

  it('end with the recording', () => {
    const [caption] = toCaptions([say('Sim.')], { durationMs: 700, nameOf: null });
    expect(caption!.endMs).toBe(700);
  });

  it('do not overlap where several speak at once, and an interjection stands near its time', () => {
    const long = say(
      'então eu disse a ele que não, que não era possível, que a casa já tinha sido vendida antes',
    );
    const captions = captionsOf(long, say('Mentira!', { speaker: 'B', startMs: 2300 }));
    expect(captions.map(({ speaker }) => speaker).join('')).toMatch(/^A+BA+$/);
    const interjection = captions.find(({ speaker }) => speaker === 'B')!;
    expect(interjection.startMs).toBeGreaterThanOrEqual(2300);
    expect(interjection.startMs).toBeLessThan(3500);
    captions.slice(1).forEach(({ startMs }, index) => {
      expect(startMs).toBeGreaterThanOrEqual(captions[index]!.endMs);
    });
  });

  it('always advance, even for words without a time', () => {
    const captions = captionsOf(...Array.from({ length: 9 }, () => say('sem tempo nenhum', { wordMs: 0 })));
    expect(captions).toHaveLength(9);
    for (const { startMs, endMs } of captions) expect(endMs).toBeGreaterThan(startMs);
  });
});

describe('the check of the rules', () => {
  it('names every rule that a caption breaks', () => {
    const caption = (startMs: number, endMs: number, ...lines: string[]): Caption => {
      return { speaker: 'A', startMs, endMs, lines, labelledLines: lines, spoken: { startMs, endMs } };
    };
    const checked = checkCaptions([
      caption(0, 2000, 'Bom dia.'),
      caption(2000, 2500, 'Bom dia a todos.'),
      caption(2540, 4000, 'x'.repeat(43)),
      caption(5000, 12_001, 'um', 'dois', 'três'),
      caption(12_040, 14_000, 'fim'),
    ]);
    expect(checked.map(({ caption: { startMs }, faults }) => [startMs, ...faults])).toEqual([
      [2000, 'fast', 'short', 'gap'],
      [2540, 'fast', 'lines'],
      [5000, 'long', 'lines', 'gap'],
    ]);
    expect(checked[0]!.charactersPerSecond).toBe(32);
  });
});

describe('captions of long conversations', () => {
  it.each([1, 2, 3, 4, 5])(
    'keep every word and break rules only where speech leaves no room (seed %i)',
    (seed) => {
      const utterances = longTranscript(seed, 2000);
      const captions = captionsOf(...utterances);
      const said = (all: string[]) => all.join('').replaceAll(' ', '').length;
      expect(said(captions.flatMap(({ lines }) => lines))).toBe(said(utterances.map(({ text }) => text)));
      const faults = new Set(checkCaptions(captions).flatMap((faulty) => faulty.faults));
      expect([...faults].filter((fault) => fault !== 'fast' && fault !== 'short')).toEqual([]);
      captions.slice(1).forEach(({ startMs }, index) => {
        expect(startMs).toBeGreaterThanOrEqual(captions[index]!.endMs);
      });
    },
  );

  it('take time in proportion to their length', () => {
    const [short, long] = [longTranscript(1, 10_000), longTranscript(1, 40_000)];
    const durationOf = (utterances: Utterance[]) => {
      const start = performance.now();
      captionsOf(...utterances);
      return performance.now() - start;
    };
    durationOf(short);
    expect(durationOf(long)).toBeLessThan(12 * durationOf(short));
  });
});
