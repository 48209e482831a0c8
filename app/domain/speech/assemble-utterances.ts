import { createUtterance } from '../transcript/create-utterance';
import { overlapMs } from '../transcript/time-range';
import type { SpeakerTurn, Utterance, Word } from '../transcript/transcript';
import { lastStartedIndex } from '../transcript/word-ranges';

/** A word outside every speaker turn is assigned to a turn at most this far away. */
const MAX_TURN_DISTANCE_MS = 1000;
/** A single word shorter than this, between words of one other speaker, counts as a diarizer error. */
const MAX_ISOLATED_WORD_MS = 400;
/** A longer pause starts a new utterance. */
export const LONG_PAUSE_MS = 1500;

const distanceMs = (word: Word, turn: SpeakerTurn) =>
  Math.max(0, turn.startMs - word.endMs, word.startMs - turn.endMs);

/** Builds a lookup of the turns within MAX_TURN_DISTANCE_MS of a word, by binary search instead of a full scan. */
function turnFinder(turns: readonly SpeakerTurn[]): (word: Word) => SpeakerTurn[] {
  const sorted = [...turns].sort((a, b) => a.startMs - b.startMs);
  const latestEndMs: number[] = [];
  for (const turn of sorted) latestEndMs.push(Math.max(turn.endMs, latestEndMs.at(-1) ?? 0));
  return (word) => {
    const last = lastStartedIndex(sorted, ({ startMs }) => startMs, word.endMs + MAX_TURN_DISTANCE_MS);
    const near: SpeakerTurn[] = [];
    for (let i = last; i >= 0 && latestEndMs[i]! >= word.startMs - MAX_TURN_DISTANCE_MS; i -= 1) {
      if (distanceMs(word, sorted[i]!) <= MAX_TURN_DISTANCE_MS) near.unshift(sorted[i]!);
    }
    return near;
  };
}

function speakerWithMostOverlap(word: Word, turns: readonly SpeakerTurn[]): number | undefined {
  const overlaps = new Map<number, number>();
  for (const turn of turns) {
    const overlap = overlapMs(word, turn);
    if (overlap > 0) overlaps.set(turn.speaker, (overlaps.get(turn.speaker) ?? 0) + overlap);
  }
  return [...overlaps].sort((one, other) => other[1] - one[1])[0]?.[0];
}

function nearestSpeaker(word: Word, turns: readonly SpeakerTurn[]): number | undefined {
  let nearest: SpeakerTurn | undefined;
  for (const turn of turns) {
    if (!nearest || distanceMs(word, turn) < distanceMs(word, nearest)) nearest = turn;
  }
  return nearest?.speaker;
}

function speakersOf(words: readonly Word[], turns: readonly SpeakerTurn[]): number[] {
  const turnsNear = turnFinder(turns);
  let previous: number | undefined;
  return words.map((word) => {
    const near = turnsNear(word);
    previous =
      speakerWithMostOverlap(word, near) ??
      nearestSpeaker(word, near) ??
      previous ??
      nearestSpeaker(word, turns);
    return previous ?? 0;
  });
}

function smoothIsolatedWords(words: readonly Word[], speakers: readonly number[]): number[] {
  const smoothed = [...speakers];
  for (let i = 1; i < words.length - 1; i += 1) {
    const [before, word, after] = [words[i - 1]!, words[i]!, words[i + 1]!];
    const isShort = word.endMs - word.startMs < MAX_ISOLATED_WORD_MS;
    const isAttached =
      word.startMs - before.endMs <= LONG_PAUSE_MS && after.startMs - word.endMs <= LONG_PAUSE_MS;
    if (isShort && isAttached && smoothed[i - 1] === smoothed[i + 1]) smoothed[i] = smoothed[i - 1]!;
  }
  return smoothed;
}

/**
 * The speaker whose turns overlap a word most, else of the nearest turn within 1 s, else of the previous
 * word. A word under 0.4 s between words of one other speaker is that speaker's, unless a pause separates it.
 */
export function assignSpeakersToWords(words: readonly Word[], turns: readonly SpeakerTurn[]): number[] {
  return smoothIsolatedWords(words, speakersOf(words, turns));
}

/** A, B, … Z, AA, AB, … for 0, 1, … 25, 26, 27, … */
export function speakerLabel(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : speakerLabel(Math.floor(index / 26) - 1) + letter;
}

/**
 * An utterance ends where the speaker changes or after a pause longer than 1.5 s. Speakers are labelled A, B,
 * … Z, AA, … by first appearance; without turns there is one speaker, A.
 * @param words in chronological order @param turns in any order; they may overlap
 */
export function assembleUtterances(words: readonly Word[], turns: readonly SpeakerTurn[]): Utterance[] {
  const speakers = assignSpeakersToWords(words, turns);
  const labels = new Map<number, string>();
  const groups: { speaker: string; words: Word[] }[] = [];
  words.forEach((word, index) => {
    const speaker = speakers[index]!;
    if (!labels.has(speaker)) labels.set(speaker, speakerLabel(labels.size));
    const label = labels.get(speaker)!;
    const group = groups.at(-1);
    const pauseMs = group ? word.startMs - group.words.at(-1)!.endMs : 0;
    if (group && group.speaker === label && pauseMs <= LONG_PAUSE_MS) group.words.push(word);
    else groups.push({ speaker: label, words: [word] });
  });
  return groups.map(({ speaker, words: own }) => createUtterance(speaker, own));
}
