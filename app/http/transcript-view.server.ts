import { marksOf } from '@/app/domain/transcription/rewrite-blocks';
import type { Block, UtteranceView } from '@/app/domain/transcription/transcript-change';

/** Blocks as their page shows them: nothing that can be told from the rest, so that the page stays light. */
export function toUtteranceViews(version: number, blocks: Block[]): UtteranceView[] {
  return blocks.map(({ id, speaker, startMs, text, words }, index) => {
    const marks = marksOf(words);
    return {
      ...{ speaker, startMs, text },
      ...(id !== `${version}.${index}` && { id }),
      ...(marks.length > 0 && { marks }),
    };
  });
}
