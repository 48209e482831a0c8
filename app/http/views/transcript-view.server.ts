import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import type { EditableUtterance, RenderedUtterance } from '@/app/domain/transcript/transcript-change';

/** Utterances for their page, without derivable fields, to keep the page small. */
export function toRenderedUtterances(version: number, blocks: EditableUtterance[]): RenderedUtterance[] {
  return blocks.map(({ id, speaker, startMs, text, words }, index) => {
    const marks = encodeMarks(words);
    return {
      speaker,
      startMs,
      text,
      ...(id !== `${version}.${index}` && { id }),
      ...(marks.length > 0 && { marks }),
    };
  });
}
