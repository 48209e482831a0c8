import { HIGHLIGHT_COLORS } from '../../transcript/transcript';
import type { ImportedFile, ImportedWord } from './imported-passage';
import {
  type JsonRecord,
  msOf,
  recordsOf,
  shareOf,
  spanOf,
  speakerOf,
  textOf,
  timedWords,
  wordsIn,
} from './json-values';

/** Our own export, or only its dialogue. Times in ms. @throws AppError as `spanOf` and `recordsOf` */
export function readCeleste(file: JsonRecord): ImportedFile {
  const passages = recordsOf(file.dialogue).map((block, index) => ({
    speaker: speakerOf(block.speaker),
    ...spanOf(msOf(block.start, 1), msOf(block.end, 1), index),
    text: textOf(block.text),
    words: timedWords(wordsIn(block.words), wordOf),
  }));
  const score = file.confidence_score;
  return {
    format: 'celeste',
    title: textOf(file.title).trim() || null,
    language: textOf(file.language) || null,
    confidenceScore: typeof score === 'number' && score >= 0 && score <= 100 ? score : null,
    passages,
    areUtterances: true,
  };
}

function wordOf(
  word: JsonRecord,
): Parameters<typeof timedWords>[1] extends (word: JsonRecord) => infer Read ? Read : never {
  const highlight = HIGHLIGHT_COLORS.find((color) => color === word.highlighted_color);
  const marks: Pick<ImportedWord, 'highlight' | 'struck'> = {
    ...(word.highlighted === true && highlight && { highlight }),
    ...(word.strikethrough === true && { struck: true as const }),
  };
  return {
    text: textOf(word.text),
    startMs: msOf(word.start, 1),
    endMs: msOf(word.end, 1),
    confidence: shareOf(word.confidence),
    ...marks,
  };
}
