import { lineMarks } from '@/app/domain/document/plain-form';
import { EMPHASIS_ELEMENTS, styleClasses } from '@/app/domain/document/render-html';
import { itemNumbers, type Paragraph, type Run, styleOf } from '@/app/domain/document/rich-text';

/** Words with the space after them, and a line break after each paragraph; its kind as in the plain form. */
export function styledWordsOf(paragraphs: readonly Paragraph[]): Run[] {
  const numbers = itemNumbers([...paragraphs]);
  return paragraphs.flatMap((paragraph, index) => {
    const marks = lineMarks(paragraph, numbers.get(index));
    const words = paragraph.runs.flatMap((run) =>
      (run.text.match(/\s*\S+\s*|\s+/gu) ?? []).map((text) => ({ ...run, text })),
    );
    return [...(marks ? [{ text: marks }] : []), ...words, { text: '\n' }];
  });
}

export const formattingOf = (run: Run): unknown[] => {
  const { text: _text, ...style } = run;
  return Object.entries(styleOf(style));
};

export function toNode(run: Run): Node {
  const span = document.createElement('span');
  span.classList.add(...styleClasses(run));
  span.append(run.text);
  return EMPHASIS_ELEMENTS.filter(([stress]) => run[stress]).reduceRight<Node>((inner, [, name]) => {
    const element = document.createElement(name);
    element.append(inner);
    return element;
  }, span);
}
