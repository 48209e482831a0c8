import { formatPosition } from '../format/format-duration';
import { sharedMarks } from '../transcript/shared-marks';
import { timeLink } from '../transcript/time-link';
import type { Utterance, Word } from '../transcript/transcript';
import type { Kind } from './formats';
import { normalise, type Paragraph, type RichText, type Run } from './rich-text';

/** Document templates: empty, the transcript, its summary, or a form common in a profession. */
export const TEMPLATES = [
  'blank',
  'copy',
  'summary',
  'ata',
  'pauta',
  'reportagem',
  'degravacao',
  'entrevista',
] as const;

export type Template = (typeof TEMPLATES)[number];

export const needsTranscription = (template: Template): boolean =>
  template === 'copy' || template === 'summary';

/** Whether a document of it has words or names of the transcript. */
export const takesSpeech = (template: Template): boolean => template !== 'blank' && template !== 'summary';

export interface TemplateSource {
  publicId: string;
  title: string;
  /** Formatted for display. */
  date: string;
  duration: string;
  utterances: readonly Utterance[];
  /** Sentences of the summary; empty without one. */
  summary: readonly string[];
  nameOf(speaker: string): string;
  withTimes: boolean;
}

/** Number of quotes in a report: the longest utterances. */
const QUOTES = 5;

type Translate = (key: string) => string;

/** Without a source its fields stay empty. @param t texts of the locales' template.json */
export function fillTemplate(template: Template, source: TemplateSource | null, t: Translate): RichText {
  return normalise(WRITERS[template](new TemplateWriter(source, t), t));
}

const WRITERS: Record<Template, (write: TemplateWriter, t: Translate) => Paragraph[]> = {
  blank: () => [],
  copy: (write) => write.speech(),
  summary: (write) => write.summary('paragraph'),
  ata: (write, t) => [
    line('h1', t('ata.title')),
    ...write.facts(),
    line('h2', t('participants')),
    ...write.speakers(),
    line('h2', t('ata.agenda')),
    line('ordered'),
    line('h2', t('ata.discussion')),
    ...write.summary('paragraph'),
    ...write.speech(),
    line('h2', t('ata.decisions')),
    line('bullet'),
    line('h2', t('ata.tasks')),
    line('ordered', t('ata.task')),
    line('paragraph', t('ata.closing')),
    line('paragraph', t('signature')),
  ],
  pauta: (write, t) => [
    line('h1', t('pauta.title')),
    ...write.facts(),
    line('h2', t('pauta.goal')),
    line(),
    line('h2', t('pauta.context')),
    ...write.summary('bullet'),
    line('h2', t('pauta.people')),
    ...write.speakers(),
    line('h2', t('pauta.questions')),
    line('ordered'),
    line('h2', t('pauta.deadline')),
    line(),
  ],
  reportagem: (write, t) => [
    line('h1', t('reportagem.headline')),
    { kind: 'paragraph', runs: [{ text: t('reportagem.standfirst'), italic: true }] },
    line('h2', t('reportagem.lead')),
    ...write.summary('paragraph'),
    line('h2', t('reportagem.quotes')),
    ...write.quotes(),
    line('h2', t('reportagem.sources')),
    ...write.speakers(),
    line('h2', t('reportagem.checks')),
    line('bullet'),
  ],
  degravacao: (write, t) => [
    line('h1', t('degravacao.title')),
    ...write.facts(),
    line('h2', t('participants')),
    ...write.speakers(),
    line('h2', t('degravacao.content')),
    ...write.speech(),
    line('paragraph', t('degravacao.closing')),
    line('paragraph', t('signature')),
  ],
  entrevista: (write, t) => [
    line('h1', t('entrevista.title')),
    ...write.facts(),
    line('h2', t('participants')),
    ...write.speakers(),
    line('h2', t('entrevista.context')),
    line(),
    line('h2', t('entrevista.findings')),
    ...write.summary('bullet'),
    line('h2', t('entrevista.conversation')),
    ...write.speech(),
    line('h2', t('entrevista.conclusions')),
    line(),
  ],
};

/** Writes paragraphs from the source; each method returns at least one, to write in. */
class TemplateWriter {
  readonly #source: TemplateSource | null;
  readonly #t: Translate;

  constructor(source: TemplateSource | null, t: Translate) {
    this.#source = source;
    this.#t = t;
  }

  facts(): Paragraph[] {
    const { title = '', date = '', duration = '' } = this.#source ?? {};
    const facts = { 'fact.subject': title, 'fact.date': date, 'fact.duration': duration };
    return Object.entries(facts).map(([key, value]) => ({
      kind: 'paragraph',
      runs: [{ text: this.#t(key), bold: true }, { text: ` ${value}` }],
    }));
  }

  speakers(): Paragraph[] {
    const source = this.#source;
    const names = new Set(source?.utterances.map(({ speaker }) => source.nameOf(speaker)));
    return names.size > 0 ? [...names].map((name) => line('bullet', name)) : [line('bullet')];
  }

  summary(kind: Kind): Paragraph[] {
    const sentences = this.#source?.summary ?? [];
    return sentences.length > 0 ? sentences.map((sentence) => line(kind, sentence)) : [line(kind)];
  }

  /** The transcript: speaker names in bold, times as links to the recording. */
  speech(): Paragraph[] {
    const source = this.#source;
    if (!source || source.utterances.length === 0) return [line()];
    return source.utterances.map((utterance) => ({
      kind: 'paragraph',
      runs: [
        { text: source.nameOf(utterance.speaker), bold: true },
        ...(source.withTimes ? [{ text: ' ' }, timeRun(source.publicId, utterance.startMs)] : []),
        { text: ': ' },
        ...utterance.words.flatMap(wordRuns),
      ],
    }));
  }

  quotes(): Paragraph[] {
    const source = this.#source;
    if (!source || source.utterances.length === 0) return [line('quote')];
    const longest = [...source.utterances]
      .sort((one, other) => other.text.length - one.text.length)
      .slice(0, QUOTES);
    return source.utterances
      .filter((utterance) => longest.includes(utterance))
      .map(({ speaker, startMs, text }) =>
        createQuote({ ...source, speaker: source.nameOf(speaker), startMs, text }),
      );
  }
}

export function createQuote(said: {
  publicId: string;
  speaker: string;
  startMs: number;
  text: string;
}): Paragraph {
  return {
    kind: 'quote',
    runs: [
      { text: `“${said.text}” — ` },
      { text: said.speaker, bold: true },
      { text: ' ' },
      timeRun(said.publicId, said.startMs),
    ],
  };
}

const timeRun = (publicId: string, startMs: number): Run => ({
  text: formatPosition(startMs),
  link: `/transcriptions/${publicId}${timeLink(startMs)}`,
});

/** A word with its marks, after the space before it. */
function wordRuns(word: Word, index: number, words: readonly Word[]): Run[] {
  const run = markedRun(word);
  const before = words[index - 1];
  return before ? [markedRun({ text: ' ', ...sharedMarks(before, word) }), run] : [run];
}

const markedRun = ({ text, highlight, struck }: Pick<Word, 'text' | 'highlight' | 'struck'>): Run => ({
  text,
  ...(highlight && { marker: highlight }),
  ...(struck && { strike: true }),
});

const line = (kind: Kind = 'paragraph', text = ''): Paragraph => ({ kind, runs: [{ text }] });
