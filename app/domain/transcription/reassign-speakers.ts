import { LONG_PAUSE_MS, speakerLabel, speakersOfWords } from './assemble-utterances';
import type { SpeakerTurn, Utterance, Word } from './transcript';
import { utteranceOf } from './utterance-of';

/** Words that one speaker says within one utterance of the text as it was. */
interface Run {
  words: Word[];
  /** The name that stood there. */
  was: string;
  /** The diarizer's new number. */
  speaker: number;
}

/**
 * Gives a text, as people have edited it, to the speakers that a new diarization found. Every word stays as it is.
 * A speaker keeps the name of whoever said most of the same words before, each name once; the others get the next
 * free letters. What was taken for a change of speaker, and is none, is joined where there is no long pause.
 * Without turns the text stays as it is.
 */
export function reassignSpeakers(
  utterances: readonly Utterance[],
  turns: readonly SpeakerTurn[],
): Utterance[] {
  if (turns.length === 0) return [...utterances];
  const runs = runsOf(utterances, turns);
  const names = namesOf(runs);
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && continues(last, run)) for (const word of run.words) last.words.push(word);
    else joined.push({ ...run, words: [...run.words] });
    joined.at(-1)!.was = run.was;
  }
  return joined.map(({ speaker, words }) => utteranceOf(names.get(speaker)!, words));
}

const continues = (last: Run, next: Run) =>
  last.speaker === next.speaker &&
  last.was !== next.was &&
  next.words[0]!.startMs - last.words.at(-1)!.endMs <= LONG_PAUSE_MS;

function runsOf(utterances: readonly Utterance[], turns: readonly SpeakerTurn[]): Run[] {
  const speakers = speakersOfWords(
    utterances.flatMap(({ words }) => words),
    turns,
  );
  let index = 0;
  return utterances.flatMap(({ speaker: was, words }) => {
    const runs: Run[] = [];
    for (const word of words) {
      const speaker = speakers[index++]!;
      const last = runs.at(-1);
      if (last?.speaker === speaker) last.words.push(word);
      else runs.push({ words: [word], was, speaker });
    }
    return runs;
  });
}

/** Pairs new speakers with old names, those first that share most time. */
function namesOf(runs: readonly Run[]): Map<number, string> {
  const shared = new Map<string, { speaker: number; was: string; ms: number }>();
  for (const { speaker, was, words } of runs) {
    const key = `${speaker} ${was}`;
    const pair = shared.get(key) ?? { speaker, was, ms: 0 };
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
