import { formatPosition } from '../format/format-duration';
import type { Utterance } from '../transcript/transcript';

/** Part of a transcript, as lines of text with times and speakers. */
export interface Stretch {
  text: string;
  /** Where the next stretch begins; null at the end. */
  nextMs: number | null;
}

/**
 * The utterances that end after `fromMs`, one a line, as many as fit. A longer first one is cut, so that every stretch
 * moves on.
 */
export function stretchFrom(utterances: Utterance[], fromMs: number, maxCharacters: number): Stretch {
  const lines: string[] = [];
  let length = 0;
  for (const utterance of utterances) {
    if (utterance.endMs <= fromMs) continue;
    const line = lineOf(utterance);
    length += line.length + 1;
    if (length > maxCharacters && lines.length > 0)
      return { text: lines.join('\n'), nextMs: utterance.startMs };
    lines.push(line.slice(0, maxCharacters));
  }
  return { text: lines.join('\n'), nextMs: null };
}

const lineOf = ({ startMs, speaker, text }: Utterance) => `[${formatPosition(startMs)}] ${speaker}: ${text}`;
