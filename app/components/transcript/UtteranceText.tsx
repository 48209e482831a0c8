import type { SerializeFrom } from '@remix-run/node';
import type { ReactNode } from 'react';
import { markHits } from '@/app/domain/library/searchable-words';
import { sharedMarks } from '@/app/domain/transcript/shared-marks';
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
  const parts = marks.map((run, index) => {
    const { from, count } = run;
    const before = words.slice(next, from).map((word) => show(`${word} `));
    next = from + count;
    const following = marks[index + 1];
    const shared = following?.from === next ? sharedMarks(run, following) : {};
    return (
      <span key={from}>
        {before}
        <Marked {...run}>{show(words.slice(from, next).join(' '))}</Marked>
        {next < words.length && <Marked {...shared}> </Marked>}
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

interface MarkedProps extends Pick<NonNullable<ShownUtterance['marks']>[number], 'highlight' | 'struck'> {
  children: ReactNode;
}

function Marked({ highlight, struck, children }: MarkedProps) {
  const inner = struck ? <s>{children}</s> : children;
  return highlight ? <mark data-color={highlight}>{inner}</mark> : inner;
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
