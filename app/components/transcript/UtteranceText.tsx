import type { SerializeFrom } from '@remix-run/node';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';

/** As a loader hands it over: what is absent may be undefined. */
export type ShownUtterance = SerializeFrom<() => RenderedUtterance>;

/** Marks are rare, so most texts are a single text node. */
export function UtteranceText({ text, marks = [] }: Pick<ShownUtterance, 'text' | 'marks'>) {
  if (marks.length === 0) return <>{text}</>;
  const words = text.split(' ');
  let next = 0;
  const parts = marks.map(({ from, count, highlight, struck }) => {
    const before = words.slice(next, from).map((word) => `${word} `);
    next = from + count;
    const run = words.slice(from, next).join(' ');
    const inner = struck ? <s>{run}</s> : run;
    return (
      <span key={from}>
        {before}
        {highlight ? <mark data-color={highlight}>{inner}</mark> : inner}
        {next < words.length && ' '}
      </span>
    );
  });
  return (
    <>
      {parts}
      {words.slice(next).join(' ')}
    </>
  );
}
