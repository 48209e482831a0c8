import { describe, expect, it } from 'vitest';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { toPrintableText, toPrintableUtterances } from '@/app/domain/transcript/export/printable-transcript';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';

const word = (text: string, marks: Partial<Word> = {}): Word => ({
  text,
  startMs: 0,
  endMs: 1,
  confidence: 1,
  ...marks,
});
const utterance = (speaker: string, startMs: number, ...words: Word[]): Utterance => ({
  speaker,
  startMs,
  endMs: startMs + 1,
  confidence: 1,
  text: words.map(({ text }) => text).join(' '),
  words,
});
const options = (query: string) => readExportOptions(new URLSearchParams(query));
const shown = (query: string) => [...options(query).shown];
const nameOf = (speaker: string) => (speaker.length === 1 ? `Pessoa ${speaker}` : speaker);

describe('readExportOptions', () => {
  it('defaults to every part in the plain layout', () => {
    expect(shown('')).toEqual(['speakers', 'times', 'marks']);
    expect(options('').layout).toBe('plain');
  });

  it('shows the requested parts, and none for an empty choice', () => {
    expect(shown('show=times')).toEqual(['times']);
    expect(shown('show=&show=marks&show=speakers')).toEqual(['speakers', 'marks']);
    expect(shown('show=')).toEqual([]);
    expect(shown('show=everything')).toEqual([]);
  });

  it('falls back to the plain layout', () => {
    expect(options('layout=degravacao').layout).toBe('degravacao');
    expect(options('layout=<b>').layout).toBe('plain');
  });
});

describe('toPrintableUtterances', () => {
  const marked = utterance(
    'A',
    61_000,
    word('um'),
    word('dois', { highlight: 'yellow' }),
    word('três', { highlight: 'yellow' }),
    word('quatro', { highlight: 'yellow', struck: true }),
    word('cinco'),
  );

  it('joins words with the same marks', () => {
    expect(toPrintableUtterances([marked], options(''), nameOf)).toEqual([
      {
        speaker: 'Pessoa A',
        time: '00:01:01',
        runs: [
          { text: 'um' },
          { text: 'dois três', highlight: 'yellow' },
          { text: 'quatro', highlight: 'yellow', struck: true },
          { text: 'cinco' },
        ],
      },
    ]);
  });

  it('leaves out parts that are not requested', () => {
    expect(toPrintableUtterances([marked], options('show='), nameOf)).toEqual([
      { speaker: null, time: null, runs: [{ text: 'um dois três quatro cinco' }] },
    ]);
  });

  it('names a continuing speaker once in a degravação, and each time in the plain layout', () => {
    const said = [utterance('A', 0, word('a')), utterance('A', 1, word('b')), utterance('Rui', 2, word('c'))];
    const speakers = (query: string) =>
      toPrintableUtterances(said, options(query), nameOf).map(({ speaker }) => speaker);
    expect(speakers('layout=degravacao')).toEqual(['Pessoa A', null, 'Rui']);
    expect(speakers('')).toEqual(['Pessoa A', 'Pessoa A', 'Rui']);
  });

  it('removes only characters that file formats reject', () => {
    expect(toPrintableText(' a\u0000b\u0007\nc\u2028d\ud800e\uffff ')).toBe('a b c d\ufffde');
    expect(toPrintableText('<b>“ção”</b> & 🎤 \u202eשלום')).toBe('<b>“ção”</b> & 🎤 \u202eשלום');
  });
});
