import { createUtterance } from '../transcript/create-utterance';
import type { SpeakerTurn, Utterance, Word } from '../transcript/transcript';
import { assignSpeakersToWords, LONG_PAUSE_MS, speakerLabel } from './assemble-utterances';

/** Consecutive words of one new speaker within one utterance of the previous text. */
interface Run {
  words: Word[];
  previousName: string;
  /** The speaker number of the new diarization. */
  speaker: number;
}

/**
 * Applies a new diarization to an edited transcript, whose words stay. A speaker gets the name with which
 * they share most time, each name once; the others get the next free letters. Two parts of different previous
 * speakers that now have the same speaker are joined, unless a long pause separates them.
 */
export function reassignSpeakers(
  utterances: readonly Utterance[],
  turns: readonly SpeakerTurn[],
): Utterance[] {
  if (turns.length === 0) return [...utterances];
  const runs = runsOf(utterances, turns);
  const names = matchNames(runs);
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && canJoin(last, run)) for (const word of run.words) last.words.push(word);
    else joined.push({ ...run, words: [...run.words] });
    joined.at(-1)!.previousName = run.previousName;
  }
  return joined.map(({ speaker, words }) => createUtterance(names.get(speaker)!, words));
}

const canJoin = (last: Run, next: Run) =>
  last.speaker === next.speaker &&
  last.previousName !== next.previousName &&
  next.words[0]!.startMs - last.words.at(-1)!.endMs <= LONG_PAUSE_MS;

function runsOf(utterances: readonly Utterance[], turns: readonly SpeakerTurn[]): Run[] {
  const speakers = assignSpeakersToWords(
    utterances.flatMap(({ words }) => words),
    turns,
  );
  let index = 0;
  return utterances.flatMap(({ speaker: previousName, words }) => {
    const runs: Run[] = [];
    for (const word of words) {
      const speaker = speakers[index++]!;
      const last = runs.at(-1);
      if (last?.speaker === speaker) last.words.push(word);
      else runs.push({ words: [word], previousName, speaker });
    }
    return runs;
  });
}

/** Maps new speakers to previous names, greedily by shared time. */
function matchNames(runs: readonly Run[]): Map<number, string> {
  const shared = new Map<string, { speaker: number; was: string; ms: number }>();
  for (const { speaker, previousName, words } of runs) {
    const key = `${speaker} ${previousName}`;
    const pair = shared.get(key) ?? { speaker, was: previousName, ms: 0 };
    pair.ms += words.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    shared.set(key, pair);
  }
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const { speaker, was } of [...shared.values()].sort((a, b) => b.ms - a.ms)) {
    if (names.has(speaker) || taken.has(was)) continue;
    names.set(speaker, was);
    taken.add(was);
  }
  let letter = 0;
  for (const { speaker } of runs) {
    if (names.has(speaker)) continue;
    while (taken.has(speakerLabel(letter))) letter += 1;
    names.set(speaker, speakerLabel(letter));
    taken.add(speakerLabel(letter));
  }
  return names;
}
