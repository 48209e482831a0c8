import { absoluteUrl, type PrintableDocument } from '@/app/domain/document/printable-document';
import { itemNumbers, textOf } from '@/app/domain/document/rich-text';

/** Writes a document as plain text: headings underlined, lists with their markers, URLs after their links. */
export function writeTxt({ title, text, baseUrl }: PrintableDocument): string {
  const numbers = itemNumbers(text);
  const lines = text.map((paragraph, index) => {
    const { kind, indent = 0, runs } = paragraph;
    const letters = runs
      .map((run, at) => {
        const isEndOfLink = run.link !== undefined && runs[at + 1]?.link !== run.link;
        return isEndOfLink ? `${run.text} <${absoluteUrl(run.link!, baseUrl)}>` : run.text;
      })
      .join('');
    const margin = '  '.repeat(indent);
    if (kind === 'bullet') return `${margin}• ${letters}`;
    if (kind === 'ordered') return `${margin}${numbers.get(index)}. ${letters}`;
    if (kind === 'quote') return `    ${letters}`;
    if (kind === 'h1') return `\n${letters}\n${'='.repeat([...textOf(paragraph)].length)}`;
    if (kind === 'h2') return `\n${letters}\n${'-'.repeat([...textOf(paragraph)].length)}`;
    return kind === 'h3' ? `\n${letters}` : letters;
  });
  return `${title}\n\n${lines.join('\n')}\n`;
}
