import { AppError } from '../../errors';
import { readClock, withoutMarks } from './clock';
import { type ImportedFile, type ImportedPassage, MAX_PASSAGES } from './imported-passage';
import { namesAbove, namesInFront } from './names-in-front';

/** Only the beginning of a line is looked at for a time. */
const LOOKED_AT = 200;

const TIME = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{2}(?:[.,]\d{1,9})?`;
const TIMES = String.raw`(${TIME})(?:\s*(?:-->|[-–—])\s*(${TIME}))?`;

/** '[00:00:12] Ana: bom dia', '00:12 - 00:15 bom dia', '00:00:12'. */
const TIME_FIRST = new RegExp(String.raw`^([[(]?)${TIMES}([\])]?)(?=\s|[-–:]|$)\s*[-–:]?\s*`);
const WITH_HOURS = /:\d{2}:/;
/** 'Ana (00:00:12)', 'Ana [00:12]: bom dia'. */
const TIME_AFTER_NAME = new RegExp(String.raw`^(\S[^[(]{0,99}?)\s*[[(]${TIMES}[\])]\s*:?\s*`);
/** 'Ana 00:00:12', alone on its line. */
const NAME_AND_TIME = new RegExp(String.raw`^(\p{L}.{0,99}?)[\s:]+${TIMES}$`, 'u');

/** The first line of each passage of our own plain text. */
const OWN_HEADING = /^(?:(.{1,200}) )?\(?(\d{2,4}:\d{2}:\d{2})\)?$/su;

/** @throws AppError 'import.no-times'; 'import.time-invalid', 'import.time-reversed' (param: line) */
export function readTxt(text: string): ImportedFile {
  const { title, passages } = readNumbered(text) ?? readOwn(text) ?? readLines(text);
  return {
    format: 'txt',
    title,
    language: null,
    confidenceScore: null,
    passages,
    areUtterances: false,
  };
}

type Found = Pick<ImportedFile, 'title' | 'passages'>;

const passageOf = (speaker: string | null, time: string, said: string): ImportedPassage => ({
  speaker,
  startMs: readClock(time)!,
  endMs: null,
  text: said,
  words: null,
});

/** Our own plain text: the title, then a heading and a line for each passage, with empty lines between. */
function readOwn(text: string): Found | null {
  const blocks = text.trim().split(/\n{2,}/);
  const headings = blocks.map((block) => headingOf(block));
  const first = headings.findIndex((heading) => heading !== null);
  const last = headings.findLastIndex((heading) => heading !== null);
  // One line in front is the title, and one behind says what the file lacks.
  if (first < 0 || first > 1 || last < blocks.length - 2) return null;
  if (last === blocks.length - 2 && blocks.at(-1)!.includes('\n')) return null;
  if (headings.slice(first, last + 1).includes(null)) return null;
  if (headings.length > MAX_PASSAGES) throw new AppError('import.too-many', { limit: MAX_PASSAGES });
  const passages = headings.flatMap((heading) =>
    heading ? [passageOf(heading.speaker, heading.time, heading.said)] : [],
  );
  return { title: first === 1 ? blocks[0]!.trim() : null, passages };
}

function headingOf(block: string): { speaker: string | null; time: string; said: string } | null {
  const end = block.indexOf('\n');
  if (end < 0 || block.includes('\n', end + 1)) return null;
  const [, speaker, time] = OWN_HEADING.exec(withoutMarks(block.slice(0, end).trim())) ?? [];
  return time && readClock(time) !== null
    ? { speaker: speaker ?? null, time, said: block.slice(end + 1) }
    : null;
}

/** A line of our own text with numbered lines. */
const NUMBERED = /^ {0,4}(\d{1,6}) {2}(.*)$/s;
const STAMP = /^\[(\d{2,4}:\d{2}:\d{2})\] (.*)$/s;

/** Our own numbered text: a name stands above its lines where the speaker changes, a time where one begins. */
function readNumbered(text: string): Found | null {
  const [head = '', ...blocks] = text.trimEnd().split(/\n{2,}/);
  const lines = blocks.map(numberedLines);
  // What the file lacks stands at its end, without numbers.
  const numbered = lines.at(-1) === null ? lines.slice(0, -1) : lines;
  if (numbered.length === 0 || numbered.includes(null)) return null;
  const numbers = numbered.flatMap((block) => block!.map(({ number }) => number));
  if (numbers.some((number, index) => number !== index + 1)) return null;
  const passages: ImportedPassage[] = [];
  for (const block of numbered) {
    const passage = numberedPassage(
      block!.map(({ said }) => said),
      passages.at(-1)?.speaker ?? null,
    );
    if (!passage) return null;
    passages.push(passage);
  }
  return { title: head.split('\n', 1)[0]!.trim() || null, passages };
}

function numberedLines(block: string): { number: number; said: string }[] | null {
  const lines = block.split('\n').map((line) => NUMBERED.exec(line));
  if (lines.includes(null)) return null;
  return lines.map((line) => ({ number: Number(line![1]), said: line![2]! }));
}

function numberedPassage(said: readonly string[], before: string | null): ImportedPassage | null {
  const stamped = said.findIndex((line) => STAMP.test(line));
  const [, time = '', begins = ''] = STAMP.exec(said[stamped] ?? '') ?? [];
  if (stamped > 1 || readClock(time) === null) return null;
  const speaker = stamped === 1 ? said[0]! : before;
  return passageOf(speaker, time, [begins, ...said.slice(stamped + 1)].join(' '));
}

/** Any other text in which times stand at the beginning of lines, or after a name. */
function readLines(text: string): Found {
  const passages: ImportedPassage[] = [];
  const below: string[][] = [];
  const head: string[] = [];
  let hasNames = false;
  text.split('\n').forEach((full, index) => {
    const line = withoutMarks(full.trim());
    const found = timedLine(line, passages.at(-1)?.startMs ?? 0, index + 1);
    if (found) {
      if (passages.length >= MAX_PASSAGES) throw new AppError('import.too-many', { limit: MAX_PASSAGES });
      hasNames ||= found.speaker !== null;
      passages.push(found);
      below.push([]);
    } else if (line !== '') (below.at(-1) ?? head).push(line);
  });
  if (passages.length === 0) throw new AppError('import.no-times');
  const title = head[0] && head[0].length <= 255 ? head[0] : null;
  const said = below.map((lines) => lines.join(' '));
  const whole = passages.map((passage, index) => ({
    ...passage,
    text: `${passage.text} ${said[index]}`.trim(),
  }));
  return { title, passages: hasNames ? whole : (namesAbove(passages, said) ?? namesInFront(whole)) };
}

function timedLine(line: string, afterMs: number, number: number): ImportedPassage | null {
  const begin = line.slice(0, LOOKED_AT);
  const first = TIME_FIRST.exec(begin);
  if (first) {
    const [all, opened, start, end, closed] = first;
    const startMs = readClock(start!);
    const isClear = (opened !== '' && closed !== '') || WITH_HOURS.test(start!);
    // '10:30 da manhã' continues what is said; a time that does not go back begins something.
    if (!isClear && (startMs === null || startMs < afterMs)) return null;
    return timed({ speaker: null, start: start!, end, said: line.slice(all.length), number });
  }
  const named = TIME_AFTER_NAME.exec(begin) ?? NAME_AND_TIME.exec(line.length < LOOKED_AT ? begin : '');
  if (!named) return null;
  const [all, name, start, end] = named;
  if (readClock(start!) === null || name!.trim().split(/\s+/).length > 8) return null;
  const speaker = name!.replace(/[:\s-]+$/, '');
  return timed({ speaker, start: start!, end, said: line.slice(all.length), number });
}

function timed(line: {
  speaker: string | null;
  start: string;
  end: string | undefined;
  said: string;
  number: number;
}): ImportedPassage {
  const startMs = readClock(line.start);
  const endMs = line.end === undefined ? null : readClock(line.end);
  if (startMs === null || (endMs === null && line.end !== undefined))
    throw new AppError('import.time-invalid', { line: line.number });
  if (endMs !== null && endMs < startMs) throw new AppError('import.time-reversed', { line: line.number });
  return { speaker: line.speaker, startMs, endMs, text: withoutMarks(line.said), words: null };
}
