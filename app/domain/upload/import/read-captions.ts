import { AppError } from '../../errors';
import { readClock, withoutMarks } from './clock';
import { type ImportedFile, type ImportedPassage, MAX_PASSAGES } from './imported-passage';
import { namesInFront } from './names-in-front';
import { splitVoices } from './split-voices';

interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

export const isVtt = (text: string): boolean => /^WEBVTT(?:[ \t\n]|$)/.test(text);

/** Whether a line of two times stands near the beginning, or one that should be, below the number of a cue. */
export const isSrt = (text: string): boolean =>
  text
    .slice(0, 4_000)
    .split('\n', 40)
    .some(
      (line, index, lines) =>
        line.includes('-->') && (readTimes(line) !== null || isCueNumber(lines[index - 1] ?? '')),
    );

const isCueNumber = (line: string) => /^\d{1,9}$/.test(withoutMarks(line).trim());

/** @throws AppError 'import.time-invalid', 'import.time-reversed' (param: line), 'import.too-many' */
export function readCaptions(text: string, format: 'srt' | 'vtt'): ImportedFile {
  const lines = text.split('\n');
  const { cues, language } = format === 'vtt' ? vttCues(lines) : { cues: srtCues(lines), language: null };
  const voiced = cues.flatMap((cue) => voicesOf(cue, format));
  const hasVoices = voiced.some(({ speaker }) => speaker !== null);
  return {
    format,
    title: null,
    language,
    confidenceScore: null,
    passages: hasVoices ? voiced : namesInFront(voiced),
    areUtterances: false,
  };
}

/** All lines up to the next times belong to a cue; so do those after an empty line within it. */
function srtCues(lines: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  lines.forEach((line, index) => {
    const times = line.includes('-->') ? timesAt(lines, index) : null;
    const cue = cues.at(-1);
    if (!times) cue?.lines.push(line);
    else {
      if (cue) dropNumber(cue.lines);
      addCue(cues, times);
    }
  });
  return cues;
}

/** Cues are apart by empty lines; what has no times is a comment, style or region (W3C WebVTT, 4.1). */
function vttCues(lines: readonly string[]): { cues: Cue[]; language: string | null } {
  const cues: Cue[] = [];
  let cue: Cue | null = null;
  let language: string | null = null;
  let isComment = true;
  lines.forEach((line, index) => {
    if (line.trim() === '') {
      cue = null;
      isComment = false;
    } else if (cue) cue.lines.push(line);
    else if (isComment) language ??= /^Language:\s*([a-z]{2})\b/i.exec(line)?.[1]?.toLowerCase() ?? null;
    else if (line.includes('-->')) {
      const times = timesAt(lines, index);
      if (!times) throw new AppError('import.time-invalid', { line: index + 1 });
      cue = addCue(cues, times);
    } else isComment = /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line);
  });
  return { cues, language };
}

function addCue(cues: Cue[], times: { startMs: number; endMs: number }): Cue {
  if (cues.length >= MAX_PASSAGES) throw new AppError('import.too-many', { limit: MAX_PASSAGES });
  const cue = { ...times, lines: [] };
  cues.push(cue);
  return cue;
}

/** The number of the next cue, which stands alone on its line. */
function dropNumber(lines: string[]): void {
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length > 1 && /^\s*\d{1,9}\s*$/.test(withoutMarks(lines.at(-1)!))) lines.pop();
}

/** Null for an arrow that stands in a text. */
function timesAt(lines: readonly string[], index: number): { startMs: number; endMs: number } | null {
  const times = readTimes(lines[index]!);
  const line = index + 1;
  if (!times) {
    const before = lines[index - 1] ?? '';
    if (withoutMarks(before).trim() === '' || isCueNumber(before))
      throw new AppError('import.time-invalid', { line });
    return null;
  }
  if (times.endMs < times.startMs) throw new AppError('import.time-reversed', { line });
  return times;
}

function readTimes(line: string): { startMs: number; endMs: number } | null {
  const arrow = line.indexOf('-->');
  const startMs = readClock(withoutMarks(line.slice(0, Math.min(arrow, 100))).trim());
  const [end = ''] = line
    .slice(arrow + 3, arrow + 100)
    .trim()
    .split(/\s/, 1);
  const endMs = readClock(end);
  return startMs === null || endMs === null ? null : { startMs, endMs };
}

/** A cue in which several voices speak is divided by the lengths of what they say. */
function voicesOf({ startMs, endMs, lines }: Cue, format: 'srt' | 'vtt'): ImportedPassage[] {
  const parts = splitVoices(lines, format);
  const total = Math.max(
    1,
    parts.reduce((sum, { text }) => sum + text.length, 0),
  );
  let letters = 0;
  return parts.map(({ speaker, text }) => {
    const from = startMs + Math.round(((endMs - startMs) * letters) / total);
    letters += text.length;
    const to = startMs + Math.round(((endMs - startMs) * letters) / total);
    return { speaker, startMs: from, endMs: to, text, words: null };
  });
}
