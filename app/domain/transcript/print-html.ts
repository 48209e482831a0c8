import { escapeHtml } from '../format/escape-html';
import { formatPosition } from '../format/format-duration';
import type { Utterance } from './transcript';

interface Printed {
  title: string;
  language: string;
  utterances: readonly Utterance[];
  /** What readers call a speaker. */
  nameOf(speaker: string): string;
}

/** A page for printing: a heading for each utterance, and a paragraph with a span for each word (specification). */
export function printHtml({ title, language, utterances, nameOf }: Printed): string {
  const passages = utterances.map(({ speaker, startMs, words }) => {
    const spans = words.map(({ text }) => `<span>${escapeHtml(text)}</span>`).join(' ');
    return `<h2>${escapeHtml(nameOf(speaker))} (${formatPosition(startMs)})</h2>\n<p>${spans}</p>`;
  });
  return [
    `<!DOCTYPE html>\n<html lang="${escapeHtml(language)}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body>\n<h1>${escapeHtml(title)}</h1>`,
    ...passages,
    '</body>\n</html>\n',
  ].join('\n');
}
