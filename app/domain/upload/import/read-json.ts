import { AppError } from '../../errors';
import { exceededJsonBound } from '../../format/bounded-json';
import type { ImportedFile } from './imported-passage';
import { isRecord, type JsonRecord } from './json-values';
import { readAssemblyAi } from './read-assemblyai';
import { readCeleste } from './read-celeste';
import { readDeepgram } from './read-deepgram';
import { readWhisper, readWhisperCpp } from './read-whisper';

/** The words of ten hours, with six values each, and once more in utterances. */
const BOUNDS = { maxDepth: 20, maxValues: 3_000_000 };

/** What tells the files apart, and their readers, the surest first. */
const READERS: readonly [is: (file: JsonRecord) => boolean, read: (file: JsonRecord) => ImportedFile][] = [
  [({ dialogue }) => Array.isArray(dialogue), readCeleste],
  [({ results }) => isRecord(results) && Array.isArray(results.channels), readDeepgram],
  [({ transcription }) => Array.isArray(transcription), readWhisperCpp],
  [({ segments }) => Array.isArray(segments), readWhisper],
  [({ utterances, words }) => Array.isArray(utterances) || Array.isArray(words), readAssemblyAi],
];

/** An object, or a list of objects; a text may begin with a time in brackets. */
export const isJson = (text: string): boolean => /^\s*(?:\{|\[\s*[[{])/.test(text);

/**
 * @throws AppError 'import.json-broken', 'import.json-too-deep', 'import.too-long', 'import.unknown'; those of the
 *   readers
 */
export function readJson(text: string): ImportedFile {
  const exceeded = exceededJsonBound(text, BOUNDS);
  if (exceeded) throw new AppError(exceeded === 'depth' ? 'import.json-too-deep' : 'import.too-long');
  const parsed = parse(text);
  const file = Array.isArray(parsed) ? { dialogue: parsed } : parsed;
  const reader = isRecord(file) && READERS.find(([is]) => is(file));
  if (!isRecord(file) || !reader) throw new AppError('import.unknown');
  return reader[1](file);
}

/** Whisper writes NaN where it has no probability, which is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(/([:,[]\s{0,99})-?(?:NaN|Infinity)(?=\s{0,99}[,\]}])/g, '$1null'));
    } catch {
      throw new AppError('import.json-broken');
    }
  }
}
