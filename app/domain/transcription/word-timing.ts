import type { Word } from './transcript';

/**
 * Times and confidences of the words of a transcript for its page, which has the texts already: three rows of
 * characters, one after the other for all blocks. A recognizer's own frames are 40 ms long.
 */
export interface WordTimings {
  /** Before each word, from the end of the word before it, or from the start of its block. */
  pauses: string;
  lengths: string;
  /** Each from 0 to 9 tenths. */
  confidences: string;
}

const UNIT_MS = 40;
/** '0' to 'z' are 0 to 74; the last one means that more follows. */
const FIRST_CODE = 48;
const MORE = 74;

/** Where a page says that a block begins: in tenths of a second, rounded down. The timings count from there. */
export const shownStartMs = (ms: number) => Math.floor(ms / 100) * 100;

interface TimedBlock {
  startMs: number;
  words: readonly Word[];
}

/** Writes the timings of blocks, rounded to 40 ms; a word that overlaps the one before it begins at its end. */
export function encodeTimings(blocks: readonly TimedBlock[]): WordTimings {
  let [pauses, lengths, confidences] = ['', '', ''];
  for (const { startMs, words } of blocks) {
    let at = toUnits(shownStartMs(startMs));
    for (const word of words) {
      const start = Math.max(at, toUnits(word.startMs));
      const end = Math.max(start, toUnits(word.endMs));
      pauses += encode(start - at);
      lengths += encode(end - start);
      confidences += Math.min(9, Math.floor(word.confidence * 10));
      at = end;
    }
  }
  return { pauses, lengths, confidences };
}

/**
 * Puts the timings to the words of blocks.
 * @param blocks in the order they were written, with the texts of their words
 */
export function decodeTimings(
  { pauses, lengths, confidences }: WordTimings,
  blocks: readonly { startMs: number; texts: readonly string[] }[],
): Word[][] {
  const nextPause = reader(pauses);
  const nextLength = reader(lengths);
  let index = 0;
  return blocks.map(({ startMs, texts }) => {
    let at = toUnits(shownStartMs(startMs));
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
  const more = Math.floor(value / MORE);
  return (
    String.fromCharCode(FIRST_CODE + MORE).repeat(more) + String.fromCharCode(FIRST_CODE + (value % MORE))
  );
}

function reader(row: string): () => number {
  let at = 0;
  return () => {
    let value = 0;
    while (row.charCodeAt(at) === FIRST_CODE + MORE) {
      value += MORE;
      at += 1;
    }
    value += row.charCodeAt(at) - FIRST_CODE;
    at += 1;
    return value;
  };
}
