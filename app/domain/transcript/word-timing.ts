import type { Word } from './transcript';

/**
 * Compact encoding of word times and confidences for a page that already has the texts: three strings,
 * concatenated over all utterances. A recognizer's own frames are 40 ms long.
 */
export interface WordTimings {
  /** Gap before each word, from the end of the previous word or the start of the utterance; may be negative. */
  pauses: string;
  lengths: string;
  /** One digit per word: 0 to 9 tenths. */
  confidences: string;
}

/** The timings of one state of a text: a page that shows another state must not use them. */
export interface TextTimings extends WordTimings {
  version: number;
  /** Count of changes in the draft of that version. */
  changes: number;
  lastChangeId: string | null;
}

const UNIT_MS = 40;
/** '0' to 'z' encode 0 to 74; the last one means that another character follows. */
const FIRST_CODE = 48;
const CONTINUATION = 74;
const MINUS = '-';

/** The displayed start of an utterance: rounded down to tenths of a second. Timings are relative to it. */
export const displayedStartMs = (ms: number) => Math.floor(ms / 100) * 100;

interface TimedUtterance {
  startMs: number;
  words: readonly Word[];
}

/** Rounded to 40 ms. */
export function encodeTimings(blocks: readonly TimedUtterance[]): WordTimings {
  let [pauses, lengths, confidences] = ['', '', ''];
  for (const { startMs, words } of blocks) {
    let at = toUnits(displayedStartMs(startMs));
    for (const word of words) {
      const start = toUnits(word.startMs);
      const end = Math.max(start, toUnits(word.endMs));
      pauses += start < at ? MINUS + encode(at - start) : encode(start - at);
      lengths += encode(end - start);
      confidences += Math.min(9, Math.floor(word.confidence * 10));
      at = end;
    }
  }
  return { pauses, lengths, confidences };
}

/** @param blocks utterances in the order of encoding, with the texts of their words */
export function decodeTimings(
  { pauses, lengths, confidences }: WordTimings,
  blocks: readonly { startMs: number; texts: readonly string[] }[],
): Word[][] {
  const nextPause = createDecoder(pauses);
  const nextLength = createDecoder(lengths);
  let index = 0;
  return blocks.map(({ startMs, texts }) => {
    let at = toUnits(displayedStartMs(startMs));
    return texts.map((text) => {
      const start = at + nextPause();
      at = start + nextLength();
      const confidence = Number(confidences[index++]) / 10;
      return { text, startMs: start * UNIT_MS, endMs: at * UNIT_MS, confidence };
    });
  });
}

const toUnits = (ms: number) => Math.round(ms / UNIT_MS);

function encode(value: number): string {
  const more = Math.floor(value / CONTINUATION);
  return (
    String.fromCharCode(FIRST_CODE + CONTINUATION).repeat(more) +
    String.fromCharCode(FIRST_CODE + (value % CONTINUATION))
  );
}

function createDecoder(row: string): () => number {
  let at = 0;
  return () => {
    let value = 0;
    const sign = row[at] === MINUS ? -1 : 1;
    if (sign < 0) at += 1;
    while (row.charCodeAt(at) === FIRST_CODE + CONTINUATION) {
      value += CONTINUATION;
      at += 1;
    }
    value += row.charCodeAt(at) - FIRST_CODE;
    at += 1;
    return sign * value;
  };
}
