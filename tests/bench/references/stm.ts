import { linesOf, milliseconds, throwInvalidLine } from './lines';

/** Continuous speech of one speaker. */
export interface StmSegment {
  recording: string;
  channel: string;
  speaker: string;
  startMs: number;
  endMs: number;
  /** Text between `<` and `>`, for instance `o,f0,female`; null without a label. */
  label: string | null;
  /** With alternatives, as `referenceParts` reads them; '' when it is unknown. */
  text: string;
  /** Not scored. */
  isIgnored: boolean;
}

const IGNORED = /^ignore_time_segment_in_scoring$/i;
const TAKES = 'RECORDING CHANNEL SPEAKER START END [<LABEL>] TEXT with times in seconds';

/**
 * Parses segment time marks: lines RECORDING CHANNEL SPEAKER START END [<LABEL>] TEXT, of one or several
 * recordings (NIST SCTK, formats of sclite). Words in parentheses, which are optional there, count as words.
 * @throws Error that names an invalid line
 */
export function parseStm(text: string): StmSegment[] {
  return linesOf(text).map((line) => {
    const fields = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*(?:<([^>]*)>)?\s*(.*)$/.exec(line.text);
    if (!fields) return throwInvalidLine('STM', line, TAKES);
    const [, recording = '', channel = '', speaker = '', start, end, label, said = ''] = fields;
    const [startMs, endMs] = [milliseconds(start), milliseconds(end)];
    if (startMs === null || endMs === null || endMs < startMs) return throwInvalidLine('STM', line, TAKES);
    const isIgnored = IGNORED.test(said);
    const about = { recording, channel, speaker, startMs, endMs, label: label ?? null };
    return { ...about, text: isIgnored ? '' : said, isIgnored };
  });
}
