import { shareTime } from '../../speech/time-text';
import type { ImportedPassage, ImportedWord } from './imported-passage';

/**
 * What was put right in a file's times. order: passages that stood before an earlier one; overlap: passages that
 * began before the one before them ended; estimated: passages whose end the file does not give;
 * words: passages whose words share its time.
 */
export const REPAIR_KINDS = ['order', 'overlap', 'estimated', 'words'] as const;

export type RepairKind = (typeof REPAIR_KINDS)[number];

export interface ImportRepair {
  kind: RepairKind;
  /** Passages. */
  count: number;
  /** Start of the first of them. */
  atMs: number;
}

export interface RepairedPassage extends ImportedPassage {
  endMs: number;
}

/** Of what has no end: a slow letter, and a breath. */
const LETTER_MS = 120;
const BREATH_MS = 1_000;

/** Passages in order, with ends, none beginning before the end of the one before it. The same for the same file. */
export function repairTimes(passages: readonly ImportedPassage[]): {
  passages: RepairedPassage[];
  repairs: ImportRepair[];
} {
  const found = new Map<RepairKind, ImportRepair>();
  const note = (kind: RepairKind, atMs: number) => {
    const known = found.get(kind);
    if (known) known.count += 1;
    else found.set(kind, { kind, count: 1, atMs });
  };
  passages.forEach(({ startMs }, index) => {
    if (startMs < (passages[index - 1]?.startMs ?? 0)) note('order', startMs);
  });
  const sorted = passages.toSorted((one, other) => one.startMs - other.startMs);
  const ended = sorted.map((passage, index): RepairedPassage => {
    if (passage.endMs !== null) return { ...passage, endMs: passage.endMs };
    note('estimated', passage.startMs);
    return { ...passage, endMs: estimatedEndMs(passage, laterStartMs(sorted, index)) };
  });
  const noteOverlap = (atMs: number) => note('overlap', atMs);
  const shared = shareStarts(ended, noteOverlap);
  return { passages: apart(shared, noteOverlap), repairs: [...found.values()] };
}

/** Start of the next passage that does not start together with this one. */
function laterStartMs(passages: readonly ImportedPassage[], index: number): number {
  let next = index + 1;
  while (passages[next]?.startMs === passages[index]!.startMs) next += 1;
  return passages[next]?.startMs ?? Number.POSITIVE_INFINITY;
}

const estimatedEndMs = ({ startMs, text }: ImportedPassage, nextMs: number) =>
  Math.min(nextMs, startMs + BREATH_MS + text.length * LETTER_MS);

/** What begins at the same time shares it, by length. */
function shareStarts(
  passages: readonly RepairedPassage[],
  noteOverlap: (atMs: number) => void,
): RepairedPassage[] {
  const result: RepairedPassage[] = [];
  for (let from = 0; from < passages.length; ) {
    const { startMs } = passages[from]!;
    let to = from + 1;
    while (passages[to]?.startMs === startMs) to += 1;
    const together = passages.slice(from, to);
    const endMs = together.reduce((latest, passage) => Math.max(latest, passage.endMs), 0);
    const times = shareTime(
      together.map(({ text }) => text),
      { startMs, endMs },
    );
    together.forEach((passage, index) => {
      if (index > 0) noteOverlap(startMs);
      const time = times[index]!;
      result.push(together.length > 1 ? fitted(passage, time.startMs, time.endMs) : passage);
    });
    from = to;
  }
  return result;
}

/** What begins within another passage cuts it. */
function apart(passages: readonly RepairedPassage[], noteOverlap: (atMs: number) => void): RepairedPassage[] {
  const result: RepairedPassage[] = [];
  for (const passage of cutAround(passages)) {
    const last = result.at(-1);
    if (!last || passage.startMs >= last.endMs) result.push(passage);
    else {
      noteOverlap(passage.startMs);
      if (last.words && passage.words) result.push(pushedBehind(last, passage));
      else result.splice(-1, 1, fitted(last, last.startMs, passage.startMs), passage);
    }
  }
  return result;
}

/** An interjection within the words of somebody else divides them, so that both keep their times. */
function cutAround(passages: readonly RepairedPassage[]): RepairedPassage[] {
  const result: RepairedPassage[] = [];
  for (const passage of passages) {
    const around = result.at(-1);
    const words = around?.words;
    const isWithin = words && passage.endMs < around.endMs && passage.startMs > around.startMs;
    const at = isWithin ? words.findIndex(({ startMs }) => startMs >= passage.startMs) : -1;
    if (!around || !words || at <= 0) {
      result.push(passage);
      continue;
    }
    result.splice(-1, 1, ofWords(around, words.slice(0, at)), passage, ofWords(around, words.slice(at)));
  }
  return result.sort((one, other) => one.startMs - other.startMs);
}

function ofWords(passage: RepairedPassage, words: ImportedWord[]): RepairedPassage {
  const endMs = words.reduce((latest, word) => Math.max(latest, word.endMs), 0);
  const text = words.map((word) => word.text).join(' ');
  return { ...passage, startMs: words[0]!.startMs, endMs, text, words };
}

/** A passage with another time; its words move to it in proportion. */
function fitted(passage: RepairedPassage, startMs: number, endMs: number): RepairedPassage {
  const was = Math.max(1, passage.endMs - passage.startMs);
  const at = (ms: number) => startMs + Math.round(((ms - passage.startMs) * (endMs - startMs)) / was);
  const words = passage.words?.map((word) => ({
    ...word,
    startMs: at(word.startMs),
    endMs: at(word.endMs),
  }));
  return { ...passage, startMs, endMs, words: words ?? null };
}

/** Two who speak at once for a moment: the first words of the second share what is left after the first. */
function pushedBehind(last: RepairedPassage, passage: RepairedPassage): RepairedPassage {
  const words = passage.words!;
  const fromMs = last.endMs;
  const next = words.findIndex(({ startMs }) => startMs >= fromMs);
  const early = next < 0 ? words : words.slice(0, next);
  const room = { startMs: fromMs, endMs: Math.max(fromMs, words[next]?.startMs ?? passage.endMs) };
  const times = shareTime(
    early.map(({ text }) => text),
    room,
  );
  const moved = words.map((word, index) => ({ ...word, ...times[index] }));
  return { ...passage, startMs: fromMs, endMs: Math.max(fromMs, passage.endMs), words: moved };
}
