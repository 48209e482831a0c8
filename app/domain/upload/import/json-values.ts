import { AppError } from '../../errors';
import { type ImportedPassage, type ImportedWord, MAX_PASSAGES, MAX_TIME_MS } from './imported-passage';

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; others are passed over. @throws AppError 'import.too-many' */
export function recordsOf(value: unknown, most = MAX_PASSAGES): JsonRecord[] {
  if (!Array.isArray(value)) return [];
  if (value.length > most) throw new AppError('import.too-many', { limit: most });
  return value.filter(isRecord);
}

/** More than anyone says in a day. */
const MAX_WORDS = 300_000;

export const wordsIn = (value: unknown): JsonRecord[] => recordsOf(value, MAX_WORDS);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A name or number of a speaker; null without one. */
export function speakerOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value)) return `Speaker ${value}`;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** 0 to 1; null for anything else. */
export const shareOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;

/** Whole ms; null for what is no time. @param unitMs of the file: 1 or 1000 */
export function msOf(value: unknown, unitMs: number): number | null {
  if (typeof value !== 'number') return null;
  const ms = Math.round(value * unitMs);
  return ms >= 0 && ms <= MAX_TIME_MS ? ms : null;
}

/** @throws AppError 'import.item-time-invalid', 'import.item-time-reversed' (param: item, from 1) */
export function spanOf(
  start: number | null,
  end: number | null,
  index: number,
): Pick<ImportedPassage, 'startMs'> & { endMs: number } {
  const item = index + 1;
  if (start === null || end === null) throw new AppError('import.item-time-invalid', { item });
  if (end < start) throw new AppError('import.item-time-reversed', { item });
  return { startMs: start, endMs: end };
}

/** Null unless all have times: a passage with a few times is timed as a whole. */
export function timedWords(
  words: readonly JsonRecord[],
  read: (word: JsonRecord) => Omit<ImportedWord, 'startMs' | 'endMs'> & {
    startMs: number | null;
    endMs: number | null;
  },
): ImportedWord[] | null {
  const timed: ImportedWord[] = [];
  for (const word of words) {
    const { startMs, endMs, ...rest } = read(word);
    if (startMs === null || endMs === null) return null;
    if (rest.text.trim() !== '') timed.push({ ...rest, startMs, endMs: Math.max(startMs, endMs) });
  }
  return timed.length > 0 ? timed : null;
}

/** Words with speakers as passages, one for each turn. */
export function passagesOfWords(
  words: readonly { word: ImportedWord; speaker: string | null }[],
): ImportedPassage[] {
  const turns: { speaker: string | null; words: ImportedWord[] }[] = [];
  for (const { word, speaker } of words) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.words.push(word);
    else turns.push({ speaker, words: [word] });
  }
  return turns.map((turn) => ({
    speaker: turn.speaker,
    startMs: turn.words[0]!.startMs,
    endMs: turn.words.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
    text: turn.words.map(({ text }) => text).join(' '),
    words: turn.words,
  }));
}
