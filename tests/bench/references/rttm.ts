import type { Turn } from '../metrics/der';
import { linesOf, milliseconds, refuse } from './lines';

/** Turns may overlap. */
export type RttmTurn = Turn & {
  /** The recording's name. */
  recording: string;
};

const TAKES = 'SPEAKER RECORDING CHANNEL START DURATION <NA> <NA> SPEAKER …, with times in seconds';

/**
 * Reads who speaks when: the lines SPEAKER of Rich Transcription Time Marks, of one or several recordings (NIST,
 * RTTM-format-v13). Other lines are passed over.
 * @throws Error that names a line it cannot read
 */
export function parseRttm(text: string): RttmTurn[] {
  return linesOf(text)
    .map((line) => ({ line, fields: line.text.split(/\s+/) }))
    .filter(({ fields }) => fields[0]!.toUpperCase() === 'SPEAKER')
    .map(({ line, fields }) => {
      const [, recording, , start, duration, , , speaker] = fields;
      const [startMs, lengthMs] = [milliseconds(start), milliseconds(duration)];
      if (!recording || !speaker || startMs === null || lengthMs === null) refuse('RTTM', line, TAKES);
      return { recording, speaker, startMs, endMs: startMs + lengthMs };
    });
}
