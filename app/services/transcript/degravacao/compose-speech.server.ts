import { formatPosition } from '@/app/domain/format/format-duration';
import { toCaptions } from '@/app/domain/transcript/captions/captions';
import type { DegravacaoBlock } from '@/app/domain/transcript/degravacao/document';
import { findOverlaps, keepMarksWhole, timeInaudible } from '@/app/domain/transcript/degravacao/marks';
import { type Run, toRuns } from '@/app/domain/transcript/export/printable-transcript';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';
import { translator } from '@/app/i18n/texts.server';
import type { DegravacaoParts } from './compose-degravacao.server';

type Speech = Extract<DegravacaoBlock, { kind: 'speech' }>;

/** The text itself, on pages of its own where its lines are cited by page. */
export function composeSpeech(parts: DegravacaoParts): DegravacaoBlock[] {
  const { record, language } = parts;
  const t = translator(language, 'transcript');
  const text = t(`degravacao.file.speech.${record.profile}`);
  const speech = speechOf(parts);
  const nothing: DegravacaoBlock = { kind: 'paragraph', text: t('degravacao.file.nothing') };
  const startsPage = record.profile === 'lawyer' || record.profile === 'researcher';
  return [{ kind: 'heading', text, startsPage }, ...(speech.length > 0 ? speech : [nothing])];
}

function speechOf(parts: DegravacaoParts): Speech[] {
  const { record, transcript } = parts;
  switch (record.profile) {
    case 'journalist':
      return quotesOf(parts);
    case 'captioner':
      return captionsOf(parts);
    default:
      return utterancesOf(parts, transcript.utterances);
  }
}

/** Words with their marks of what cannot be understood and of what is said at the same time. */
function utterancesOf(parts: DegravacaoParts, utterances: readonly Utterance[]): Speech[] {
  const t = translator(parts.language, 'transcript');
  const overlaps = findOverlaps(utterances);
  const markAt = (ms: number) => t('degravacao.file.inaudible', { time: formatPosition(ms) });
  const labelOf = labelsIn(parts);
  return utterances.map(({ speaker, startMs, words }, index) => {
    const runs = printRuns(parts, timeInaudible(words, markAt));
    const said = overlaps.has(index) ? [{ text: t('degravacao.file.overlap') }, ...runs] : runs;
    return { kind: 'speech', time: formatPosition(startMs), speaker: labelOf(speaker), runs: said };
  });
}

/** Every utterance, or every highlighted passage, between quotation marks. */
function quotesOf(parts: DegravacaoParts): Speech[] {
  const { utterances } = parts.transcript;
  const passages = parts.record.quoted === 'all' ? utterances : utterances.flatMap(highlightsOf);
  return utterancesOf(parts, passages).map((speech) => ({
    ...speech,
    runs: speech.runs.map((run, index, { length }) => ({
      ...run,
      text: `${index === 0 ? '“' : ''}${run.text}${index === length - 1 ? '”' : ''}`,
    })),
  }));
}

/** The highlighted passages of an utterance, of any colour, as utterances of their own. */
function highlightsOf(utterance: Utterance): Utterance[] {
  const passages: Word[][] = [];
  let isInside = false;
  for (const word of utterance.words) {
    if (word.highlight && isInside) passages.at(-1)!.push(word);
    else if (word.highlight) passages.push([word]);
    isInside = word.highlight !== undefined;
  }
  return passages.map((words) => ({
    ...utterance,
    words,
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
    text: words.map(({ text }) => text).join(' '),
  }));
}

function captionsOf(parts: DegravacaoParts): Speech[] {
  const labelOf = labelsIn(parts);
  const { utterances, durationMs } = parts.transcript;
  return toCaptions(utterances, { durationMs, nameOf: null }).map(({ speaker, startMs, lines }) => ({
    kind: 'speech',
    time: formatPosition(startMs),
    speaker: labelOf(speaker),
    runs: [{ text: parts.print(lines.join(' ')) }],
  }));
}

/**
 * How the text names a speaker: with the role, except under a code and in captions. A degravação says the role at
 * the first utterance only; a quote is read by itself.
 */
function labelsIn({ participants, record }: DegravacaoParts): (speaker: string) => string {
  const named = new Map(participants.map((one) => [one.speaker, one]));
  const presented = new Set<string>();
  return (speaker) => {
    const { label, role } = named.get(speaker)!;
    const isPresented =
      record.profile === 'lawyer' ? !presented.has(speaker) : record.profile === 'journalist';
    presented.add(speaker);
    return isPresented && role !== '' ? `${label} (${role})` : label;
  };
}

/** A formal text shows what is struck, but no highlights. */
const printRuns = ({ print }: DegravacaoParts, words: readonly Word[]): Run[] =>
  toRuns(
    words.map(({ highlight: _highlight, ...word }) => word),
    true,
  ).map((run) => ({ ...run, text: keepMarksWhole(print(run.text)) }));
