import { linesOf, milliseconds, refuse } from './lines';

/** What somebody says without a break. */
export interface StmSegment {
  /** The recording's name. */
  recording: string;
  channel: string;
  speaker: string;
  startMs: number;
  endMs: number;
  /** What stands between `<` and `>`, for instance `o,f0,female`; null without a label. */
  label: string | null;
  /** With its alternatives, as `referenceParts` reads them; '' when nobody knows what is said. */
  text: string;
  /** Nothing that is heard here counts. */
  isIgnored: boolean;
}

const IGNORED = /^ignore_time_segment_in_scoring$/i;
const TAKES = 'RECORDING CHANNEL SPEAKER START END [<LABEL>] TEXT with times in seconds';

/**
 * Reads segment time marks: lines RECORDING CHANNEL SPEAKER START END [<LABEL>] TEXT, of one or several recordings
 * (NIST SCTK, formats of sclite). Words in parentheses, which may be left out there, count as words.
 * @throws Error that names a line it cannot read
 */
export function parseStm(text: string): StmSegment[] {
  return linesOf(text).map((line) => {
    const fields = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*(?:<([^>]*)>)?\s*(.*)$/.exec(line.text);
    if (!fields) return refuse('STM', line, TAKES);
    const [, recording = '', channel = '', speaker = '', start, end, label, said = ''] = fields;
    const [startMs, endMs] = [milliseconds(start), milliseconds(end)];
    if (startMs === null || endMs === null || endMs < startMs) return refuse('STM', line, TAKES);
    const isIgnored = IGNORED.test(said);
    const about = { recording, channel, speaker, startMs, endMs, label: label ?? null };
    return { ...about, text: isIgnored ? '' : said, isIgnored };
  });
}
