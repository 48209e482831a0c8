import type { SerializeFrom } from '@remix-run/node';
import type { ReactNode } from 'react';
import { markHits } from '@/app/domain/library/searchable-words';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';
import { SEARCH_HITS } from '@/app/islands/transcript/search-hits.contract';
import { mark } from '@/app/islands/ui/part.contract';

/** As a loader hands it over: what is absent may be undefined. */
export type ShownUtterance = SerializeFrom<() => RenderedUtterance>;

interface UtteranceTextProps extends Pick<ShownUtterance, 'text' | 'marks'> {
  /** Search terms to point out, in a text that contains them all. */
  sought?: string[] | undefined;
}

/** Marks are rare, so most texts are a single text node. */
export function UtteranceText({ text, marks = [], sought }: UtteranceTextProps) {
  const show = (piece: string) => (sought ? pointOut(piece, sought) : piece);
  if (marks.length === 0) return <>{show(text)}</>;
  const words = text.split(' ');
  let next = 0;
  const parts = marks.map(({ from, count, highlight, struck }) => {
    const before = words.slice(next, from).map((word) => show(`${word} `));
    next = from + count;
    const run = show(words.slice(from, next).join(' '));
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
      {show(words.slice(next).join(' '))}
    </>
  );
}

/** Not by `mark`, which is what somebody highlighted in the text. */
const pointOut = (text: string, words: string[]): ReactNode =>
  markHits(text, words).map(({ start, text: part, isHit }) =>
    isHit ? (
      <span key={start} {...mark(SEARCH_HITS.word)}>
        {part}
      </span>
    ) : (
      part
    ),
  );
