import type { Turn } from '../metrics/der';
import { linesOf, milliseconds, throwInvalidLine } from './lines';

/** Turns may overlap. */
export type RttmTurn = Turn & {
  recording: string;
};

const TAKES = 'SPEAKER RECORDING CHANNEL START DURATION <NA> <NA> SPEAKER …, with times in seconds';

/**
 * Parses the SPEAKER lines of Rich Transcription Time Marks, of one or several recordings (NIST,
 * RTTM-format-v13). Other lines are ignored.
 * @throws Error that names an invalid line
 */
export function parseRttm(text: string): RttmTurn[] {
  return linesOf(text)
    .map((line) => ({ line, fields: line.text.split(/\s+/) }))
    .filter(({ fields }) => fields[0]!.toUpperCase() === 'SPEAKER')
    .map(({ line, fields }) => {
      const [, recording, , start, duration, , , speaker] = fields;
      const [startMs, lengthMs] = [milliseconds(start), milliseconds(duration)];
      if (!recording || !speaker || startMs === null || lengthMs === null)
        throwInvalidLine('RTTM', line, TAKES);
      return { recording, speaker, startMs, endMs: startMs + lengthMs };
    });
}
