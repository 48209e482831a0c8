import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '@/app/domain/transcript/summary/sentences';
import { extractKeywords } from '@/app/domain/transcript/summary/stop-words';
import { summarize } from '@/app/domain/transcript/summary/summarize';
import { summaryLines, summaryText } from '@/app/domain/transcript/summary/summary';
import { utterancesOf } from '@/tests/factories/utterances';

const MEETING = [
  'bom dia a todos vamos começar a reunião de hoje sobre o orçamento do hospital',
  'bom dia',
  'o orçamento do hospital subiu porque a obra da ala nova custou mais que o previsto',
  'é verdade',
  'sim sim',
  'a prefeitura aprovou ontem o orçamento da obra da ala nova do hospital',
  'pois é né eu também acho que sim',
  'e o café hoje está bom',
  'o café é daquela padaria',
  'a obra da ala nova termina em março e a prefeitura paga a última parte em abril',
  'ah tá',
  'a prefeitura aprovou ontem o orçamento da obra da ala nova do hospital',
  'certo',
  'então fica combinado a prefeitura paga em abril e nós contratamos os médicos em maio',
  'até logo',
  'até logo obrigado',
];

const texts = (said: string[], language = 'pt') =>
  summarize(utterancesOf(said), language).map(({ text }) => text);

describe('summarize', () => {
  it('selects the main sentences in order, with their positions', () => {
    const utterances = utterancesOf(MEETING);
    const summary = summarize(utterances, 'pt');
    expect(summary.map(({ utterance }) => utterance)).toEqual([0, 5]);
    for (const { text, utterance, startMs } of summary) {
      expect([text, startMs]).toEqual([utterances[utterance]!.text, utterances[utterance]!.startMs]);
    }
  });

  it('avoids redundancy', () => {
    const chosen = texts([...MEETING, ...MEETING, ...MEETING, ...MEETING]);
    expect(chosen.length).toBeGreaterThan(3);
    expect(new Set(chosen).size).toBe(chosen.length);
  });

  it.each([
    [
      'pt',
      'e então eu não sei se isso é assim',
      'o contrato da fábrica vence em junho, e o contrato novo é da fábrica',
    ],
    [
      'en',
      'and then I do not know if that is so',
      'the factory contract ends in June, and the factory signs a contract',
    ],
    [
      'es',
      'y entonces yo no sé si eso es así',
      'el contrato de la fábrica vence en junio, la fábrica firma otro contrato',
    ],
    [
      'fr',
      'et alors je ne sais pas si c est comme ça',
      'le contrat de l usine finit en juin, et l usine signe un contrat',
    ],
    [
      'it',
      'e allora io non so se questo è così',
      'il contratto della fabbrica scade a giugno, la fabbrica firma un contratto',
    ],
    [
      'de',
      'und dann weiß ich auch nicht ob das so ist',
      'der Vertrag der Fabrik endet im Juni, und die Fabrik macht einen Vertrag',
    ],
  ])('ignores the stop words of %s', (language, empty, telling) => {
    expect(texts([empty, empty, telling, empty, empty, empty], language)).toEqual([telling]);
    expect(extractKeywords(empty, language).length).toBeLessThanOrEqual(2);
  });

  it('returns at most twelve sentences, and none for an empty transcript', () => {
    const word = (index: number) => `pauta${(index * 7919) % 400}`;
    const long = Array.from({ length: 900 }, (_, index) =>
      Array.from({ length: 8 }, (_, place) => word(index * 8 + place)).join(' '),
    );
    expect(texts(long)).toHaveLength(12);
    expect(texts([])).toEqual([]);
    expect(texts(['é', 'sim'])).toEqual([]);
  });

  it('is deterministic and only quotes the transcript', () => {
    const said = fc.array(fc.stringMatching(/^[a-zçãé]{1,9}( [a-zçãé]{1,9}){0,12}[.?!]?$/), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(said, (given) => {
        const utterances = utterancesOf(given);
        const summary = summarize(utterances, 'pt');
        expect(summarize(utterances, 'pt')).toEqual(summary);
        const places = summary.map(({ utterance, startMs }) => utterance * 1e9 + startMs);
        expect(places).toEqual([...places].sort((one, other) => one - other));
        for (const { text, utterance } of summary) expect(given[utterance]).toContain(text);
        expect(summary.length).toBeLessThanOrEqual(
          Math.max(1, Math.ceil(sentencesOf(utterances).length / 8)),
        );
      }),
    );
  });
});

describe('sentences', () => {
  const split = (text: string) => sentencesOf(utterancesOf([text])).map(({ text: sentence }) => sentence);

  it('end at punctuation, but not after an abbreviation', () => {
    expect(split('Oi. O Dr. Silva chegou? Chegou, sim! “Que bom…” disse a Sra. Lima.')).toEqual([
      'Oi.',
      'O Dr. Silva chegou?',
      'Chegou, sim!',
      '“Que bom…”',
      'disse a Sra. Lima.',
    ]);
  });

  it('are whole utterances without punctuation, and start with their first word', () => {
    expect(sentencesOf(utterancesOf(['bom dia', 'Olá. Tudo bem?']))).toEqual([
      { text: 'bom dia', utterance: 0, startMs: 0 },
      { text: 'Olá.', utterance: 1, startMs: 800 },
      { text: 'Tudo bem?', utterance: 1, startMs: 1200 },
    ]);
  });
});

describe('an edited summary', () => {
  const sentences = [
    { text: 'Um.', place: { utterance: 0, startMs: 100 } },
    { text: 'Dois.', place: { utterance: 3, startMs: 900 } },
    { text: 'De um modelo.', place: null },
  ];

  it('keeps the position of unchanged lines', () => {
    expect(summaryLines(`${summaryText(sentences)}\n\n  Meu. \nDois.`, sentences)).toEqual([
      { number: 1, text: 'Um.', startMs: 100 },
      { number: 2, text: 'Dois.', startMs: 900 },
      { number: 3, text: 'De um modelo.', startMs: null },
      { number: 4, text: 'Meu.', startMs: null },
      { number: 5, text: 'Dois.', startMs: 900 },
    ]);
  });
});
