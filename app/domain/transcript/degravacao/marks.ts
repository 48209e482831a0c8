import { overlapMs, type TimeRange } from '../time-range';
import type { Utterance, Word } from '../transcript';

/** What people and recognizers write for a word that cannot be understood, with what follows it. */
const INAUDIBLE =
  /^[[(](?:inaud[ií]ve(?:l|is)|ininteligíve(?:l|is)|inaudible|unintelligible)[\])](\p{P}*)$/iu;

/** Shorter overlaps are no more than how exactly times are known. */
const MIN_OVERLAP_MS = 200;

/** Words in which each mark of something inaudible says when. @param markAt its text at a position in ms */
export function timeInaudible(words: readonly Word[], markAt: (ms: number) => string): Word[] {
  return words.map((word) => {
    const found = INAUDIBLE.exec(word.text);
    return found ? { ...word, text: `${markAt(word.startMs)}${found[1]}` } : word;
  });
}

/** A mark with its time, such as '[inaudível 00:12:03]', also where a person typed both. */
const TIMED_MARK = /\[(\p{L}+) (\d+:\d\d:\d\d)\]/gu;

/** Keeps each mark on one line: its space becomes one at which no line is broken. */
export const keepMarksWhole = (text: string): string => text.replace(TIMED_MARK, '[$1\u00a0$2]');

type Spoken = Pick<Utterance, 'speaker'> & TimeRange;

/** Indexes of the utterances that begin while somebody else is still speaking. `utterances` in order of start. */
export function findOverlaps(utterances: readonly Spoken[]): Set<number> {
  const overlaps = new Set<number>();
  let lasting: Spoken[] = [];
  for (const [index, utterance] of utterances.entries()) {
    lasting = lasting.filter(({ endMs }) => endMs > utterance.startMs);
    const isOver = lasting.some(
      (other) => other.speaker !== utterance.speaker && overlapMs(other, utterance) >= MIN_OVERLAP_MS,
    );
    if (isOver) overlaps.add(index);
    lasting.push(utterance);
  }
  return overlaps;
}
