import type { Utterance } from '../transcription/transcript';

/** A sentence of a transcript and where it stands. */
export interface PlacedSentence {
  text: string;
  /** The place of its utterance in the transcript, from 0. */
  utterance: number;
  startMs: number;
}

/** Words with a full stop that ends no sentence. */
const ABBREVIATION =
  /^(\p{L}|sr|sra|srs|dr|dra|prof|profa|etc|art|no|mr|mrs|ms|vs|ud|m|mme|ing|dott|nr|bzw)\.$/iu;

const ENDS = /[.!?…]["”’»)\]]*$/u;

/**
 * The sentences of a transcript, each with the start of its first word. Where nobody wrote punctuation, each
 * utterance is one.
 */
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
