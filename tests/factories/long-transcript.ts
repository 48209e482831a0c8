import { createUtterance } from '@/app/domain/transcript/create-utterance';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';

const SENTENCES = [
  'Bom dia a todos, vamos começar a reunião de hoje com a leitura da ata anterior.',
  'Sim.',
  'É verdade, mas o orçamento que o conselho aprovou em março não cobre a obra da escola.',
  'Eu não concordo.',
  'Quando a doutora Ana Beatriz de Souza chegou ao hospital, o paciente já estava acordado e falava com a família.',
  'Pois é, e aí?',
  'O senhor pode repetir a data, por favor, porque a gravação falhou naquele momento?',
  'Foi no dia 14 de novembro de 2019, às 15 horas, na rua Marechal Deodoro da Fonseca.',
  'Olha, eu acho que a gente precisa de mais tempo para ler o relatório antes da próxima votação.',
  'A entrevista continua em https://www.exemplo.com.br/reportagens/investigacao/entrevista-completa-parte-2 para quem quiser.',
  'Não, não, não, espera um pouco, deixa eu terminar o que eu estava dizendo.',
  'The committee decided that the report of the auditors would be published before the end of the month.',
  'Well, I think so, but we should ask the lawyers because they wrote the contract.',
  'Muito obrigado.',
  'E o que aconteceu depois disso foi uma sequência de decisões que ninguém soube explicar direito até agora',
] as const;

/** Milliseconds for each character with its space: from some 11 to some 24 characters a second. */
const PACES = [90, 75, 65, 55, 42] as const;

/** A generator of numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A conversation of several people with pauses, interjections while somebody else speaks, very long words, and
 * everybody's own pace. The same for the same seed.
 *
 * @param wordCount at least so many words
 */
export function longTranscript(seed: number, wordCount: number): Utterance[] {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const speakers = [...'ABCDEF'].slice(0, 2 + Math.floor(random() * 5));
  const paceOf = new Map(speakers.map((speaker) => [speaker, pick(PACES)]));
  const utterances: Utterance[] = [];
  let atMs = 500;
  for (let count = 0; count < wordCount; ) {
    const speaker = pick(speakers);
    const text = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(SENTENCES)).join(' ');
    const words = say(text, atMs, paceOf.get(speaker)!, random);
    utterances.push(createUtterance(speaker, words));
    count += words.length;
    const endMs = words.at(-1)!.endMs;
    if (random() < 0.15) {
      const other = pick(speakers.filter((each) => each !== speaker));
      const fromMs = Math.round(atMs + (endMs - atMs) * random());
      utterances.push(createUtterance(other, say(pick(SENTENCES), fromMs, paceOf.get(other)!, random)));
    }
    atMs = endMs + Math.round(random() < 0.4 ? random() * 100 : random() * 2_500);
  }
  return utterances.sort((one, other) => one.startMs - other.startMs);
}

/** Words from a time on; a breath after most sentences. */
function say(text: string, fromMs: number, pace: number, random: () => number): Word[] {
  let atMs = fromMs;
  return text.split(' ').map((word) => {
    const startMs = atMs;
    const endMs = startMs + Math.round(word.length * pace * (0.8 + random() * 0.4)) + 20;
    const breathMs = /[.?!,]$/.test(word) ? Math.round(random() * 700) : 0;
    atMs = endMs + Math.round(pace * 0.6) + breathMs;
    return { text: word, startMs, endMs, confidence: 0.9 };
  });
}
