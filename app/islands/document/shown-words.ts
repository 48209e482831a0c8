import { lineMarks } from '@/app/domain/document/plain-form';
import { itemNumbers, type Paragraph, type Run, styleOf } from '@/app/domain/document/rich-text';
import { lookClasses, STRESS_ELEMENTS } from '@/app/domain/document/write-html';

/** Words with the space behind them, and a break behind each paragraph, whose kind is said as in the plain form. */
export function wordsOf(paragraphs: readonly Paragraph[]): Run[] {
  const numbers = itemNumbers([...paragraphs]);
  return paragraphs.flatMap((paragraph, index) => {
    const marks = lineMarks(paragraph, numbers.get(index));
    const words = paragraph.runs.flatMap((run) =>
      (run.text.match(/\s*\S+\s*|\s+/gu) ?? []).map((text) => ({ ...run, text })),
    );
    return [...(marks ? [{ text: marks }] : []), ...words, { text: '\n' }];
  });
}

/** All that there is to see of letters. */
export const lookOf = (run: Run): unknown[] => {
  const { text: _text, ...style } = run;
  return Object.entries(styleOf(style));
};

/** Letters with their looks. */
export function toNode(run: Run): Node {
  const span = document.createElement('span');
  span.classList.add(...lookClasses(run));
  span.append(run.text);
  return STRESS_ELEMENTS.filter(([stress]) => run[stress]).reduceRight<Node>((inner, [, name]) => {
    const element = document.createElement(name);
    element.append(inner);
    return element;
  }, span);
}
