import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';

/** Consecutive utterances with words of 100 ms each, by speakers A and B alternately. */
export function utterancesOf(...texts: string[]): EditableUtterance[] {
  let at = 0;
  return texts.map((text, index) => {
    const words = text.split(' ').map((each) => {
      at += 100;
      return { text: each, startMs: at - 100, endMs: at, confidence: 0.5 };
    });
    const [first, last] = [words[0]!, words.at(-1)!];
    const speaker = index % 2 ? 'B' : 'A';
    return {
      id: `1.${index}`,
      speaker,
      startMs: first.startMs,
      endMs: last.endMs,
      confidence: 0.5,
      text,
      words,
    };
  });
}
