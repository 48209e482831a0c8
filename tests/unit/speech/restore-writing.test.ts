import { describe, expect, it, onTestFinished } from 'vitest';
import { isWritten, writerFor } from '@/app/domain/speech/writing/restore-writing';
import { SpokenText } from '@/app/domain/speech/writing/spoken-text';
import type { Word } from '@/app/domain/transcript/transcript';
import { SENTENCE_SETS, scoreSentences, wordsOf, write, writeAtOnce } from '@/tests/bench/written-sentences';

/** A class may have so many wrong sentences in a hundred, or one. */
const MOST_WRONG_PERCENT = 13;

const utteranceOf = (words: Word[]) => ({
  speaker: 'A',
  startMs: 0,
  endMs: words.at(-1)?.endMs ?? 0,
  confidence: 1,
  text: words.map(({ text }) => text).join(' '),
  words,
});

describe.each(['pt', 'en'])('written-out sentences (%s)', (language) => {
  it.each(SENTENCE_SETS)('restores nearly all of each class (%s)', (set) => {
    for (const { class: name, sentences, wrong } of scoreSentences(language, set)) {
      const most = Math.max(1, (sentences * MOST_WRONG_PERCENT) / 100);
      expect({ name, wrong }).toSatisfy(() => wrong.length <= most);
    }
  });
});

it('gives a number the time of all its words, in order and without gaps', () => {
  const spoken = 'paguei vinte reais e cinquenta centavos ontem';
  const { words } = writeAtOnce('pt', utteranceOf(wordsOf(spoken)));
  expect(words.map(({ text }) => text)).toEqual(['Paguei', 'R$', '20,50', 'ontem.']);
  expect(words[1]).toMatchObject({ startMs: 300 });
  expect(words[2]).toMatchObject({ startMs: words[1]!.endMs, endMs: 1800 });
  expect(words[3]).toMatchObject({ startMs: 1800, endMs: 2100 });
});

it('combines the confidences of a number by duration', () => {
  const words = [
    { text: 'vinte', startMs: 0, endMs: 300, confidence: 0.9 },
    { text: 'e', startMs: 300, endMs: 400, confidence: 0.5 },
    { text: 'sete', startMs: 400, endMs: 600, confidence: 0.3 },
  ];
  const [number] = writeAtOnce('pt', utteranceOf(words)).words;
  expect(number).toMatchObject({ text: '27.', startMs: 0, endMs: 600 });
  expect(number!.confidence).toBeCloseTo((0.9 * 300 + 0.5 * 100 + 0.3 * 200) / 600, 10);
});

it('does not join two numbers across a pause', () => {
  expect(write('pt', 'foram vinte // e um saiu')).toBe('Foram 20. E um saiu.');
});

it('leaves other languages alone, and knows a text that is already written', () => {
  expect(writerFor('de', [])).toBeNull();
  expect(writerFor('constructor', [])).toBeNull();
  const says = (texts: string) =>
    isWritten(
      Array.from({ length: 30 }, () => texts.split(' '))
        .flat()
        .map((text) => ({ text })),
    );
  expect(says('Bom dia.')).toBe(true);
  expect(says('bom dia.')).toBe(true);
  expect(says('bom dia')).toBe(false);
  expect(says('tenho 15 anos')).toBe(false);
  expect(isWritten([{ text: 'bom' }, { text: 'dia' }])).toBe(true);
});

it('restores what is missing of a text that has digits and some marks', () => {
  expect(write('pt', 'tenho 15 anos e vinte reais // cheguei ontem.')).toBe(
    'Tenho 15 anos e R$ 20,00. Cheguei ontem.',
  );
});

it('writes no capital after the digits of an ordinal', () => {
  expect(write('en', 'twenty first birthday')).toBe('21st birthday.');
  expect(write('pt', 'um milhão de vezes')).toBe('Um milhão de vezes.');
});

it.each([
  ['cadê a chave', 'Cadê a chave?'],
  ['por quê', 'Por quê?'],
  ['não sei por quê', 'Não sei por quê.'],
  ['onde está o carro', 'Onde está o carro?'],
  ['como está a senhora', 'Como está a senhora?'],
  ['a que horas será', 'A que horas será.'],
  ['quando você chegou eu dormia', 'Quando você chegou eu dormia.'],
  ['quanto ao processo nada mudou', 'Quanto ao processo nada mudou.'],
  ['quem não deve não teme', 'Quem não deve não teme.'],
  ['você tem razão', 'Você tem razão.'],
  ['ele está certo', 'Ele está certo.'],
  ['foi assim né', 'Foi assim, né?'],
])('ends %s as %s', (spoken, expected) => {
  expect(write('pt', spoken)).toBe(expected);
});

describe.each(['pt', 'en'])('a huge utterance (%s)', (language) => {
  it.each([
    ...['um', 'meia zero', 'mil', 'cento e', 'vinte e', 'vírgula', 'um vírgula', 'às', 'cpf um dois', 'casa'],
    ...['one', 'oh double', 'twenty', 'a hundred and', 'point five', 'between nineteen'],
  ])('reads each word of many a bounded number of times: %s', (said) => {
    const { key } = SpokenText.prototype;
    let reads = 0;
    SpokenText.prototype.key = function count(index) {
      reads += 1;
      return key.call(this, index);
    };
    onTestFinished(() => {
      SpokenText.prototype.key = key;
    });
    const readsOf = (count: number) => {
      reads = 0;
      const words = wordsOf(Array.from({ length: count }, () => said).join(' '));
      const written = writeAtOnce(language, utteranceOf(words));
      expect(written.words.at(-1)!.endMs).toBe(words.at(-1)!.endMs);
      return reads;
    };
    const [few, many] = [readsOf(1_000), readsOf(4_000)];
    expect(many / few).toBeLessThan(4.1);
  });

  it('gives way to other work every few hundred words', () => {
    const words = wordsOf(Array.from({ length: 10_000 }, () => 'mil casas').join(' '));
    const steps = writerFor(language, [])!(utteranceOf(words));
    let count = 0;
    while (!steps.next().done) count += 1;
    expect(count).toBeGreaterThan(words.length / 500);
  });
});
