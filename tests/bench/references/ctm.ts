import { linesOf, milliseconds, throwInvalidLine } from './lines';

export interface CtmWord {
  recording: string;
  channel: string;
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1; null if absent. */
  confidence: number | null;
}

const ALTERNATIVES: Record<string, string> = { '<ALT_BEGIN>': '{', '<ALT>': '/', '<ALT_END>': '}' };
/** Types of non-words: a breath, a laugh, a region that is not scored. */
const NO_WORDS = new Set(['non-lex', 'misc', 'noscore', 'sil']);
const TAKES = 'RECORDING CHANNEL START DURATION WORD [CONFIDENCE [TYPE [SPEAKER]]] with times in seconds';

/**
 * Parses conversation time marks: lines RECORDING CHANNEL START DURATION WORD [CONFIDENCE [TYPE [SPEAKER]]],
 * of one or several recordings (NIST SCTK, formats of sclite). Alternatives are returned as the words `{`,
 * `/` and `}`.
 * @throws Error that names an invalid line
 */
export function parseCtm(text: string): CtmWord[] {
  const words: CtmWord[] = [];
  for (const line of linesOf(text)) {
    const word = wordOf(line, words.at(-1)?.endMs ?? 0);
    if (word) words.push(word);
  }
  return words;
}

/** @returns null for a non-word */
function wordOf(line: ReturnType<typeof linesOf>[number], previousEndMs: number): CtmWord | null {
  const [recording, channel, start, duration, word, confidence = '', type = ''] = line.text.split(/\s+/);
  if (!recording || !channel || !word) throwInvalidLine('CTM', line, TAKES);
  const mark = ALTERNATIVES[word.toUpperCase()];
  // Marks of alternatives may have `*` instead of times.
  const timeOf = (field: string | undefined, missing: number) =>
    mark && field === '*' ? missing : milliseconds(field);
  const startMs = timeOf(start, previousEndMs);
  const lengthMs = timeOf(duration, 0);
  if (startMs === null || lengthMs === null) throwInvalidLine('CTM', line, TAKES);
  if (NO_WORDS.has(type.toLowerCase())) return null;
  return {
    recording,
    channel,
    startMs,
    endMs: startMs + lengthMs,
    text: mark ?? word,
    confidence: /^[\d.]+$/.test(confidence) ? Number(confidence) : null,
  };
}
