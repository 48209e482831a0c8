import type { Utterance } from '../transcript';

export interface PlacedSentence {
  text: string;
  /** Index of its utterance in the transcript. */
  utterance: number;
  startMs: number;
}

/** Abbreviations: words with a full stop that does not end a sentence. */
const ABBREVIATION =
  /^(\p{L}|sr|sra|srs|dr|dra|prof|profa|etc|art|no|mr|mrs|ms|vs|ud|m|mme|ing|dott|nr|bzw)\.$/iu;

const ENDS = /[.!?…]["”’»)\]]*$/u;

/** Each has the start time of its first word. Without punctuation, each utterance is one sentence. */
export function sentencesOf(utterances: readonly Utterance[]): PlacedSentence[] {
  return utterances.flatMap(({ words }, utterance) => {
    const sentences: PlacedSentence[] = [];
    let begins = true;
    for (const { text, startMs } of words) {
      if (begins) sentences.push({ text, utterance, startMs });
      else sentences.at(-1)!.text += ` ${text}`;
      begins = ENDS.test(text) && !ABBREVIATION.test(text);
    }
    return sentences;
  });
}
