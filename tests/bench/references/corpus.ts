import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { extensionOf, isSupportedFileName } from '@/app/domain/transcription/recording-file';
import type { SpokenText } from '../metrics/cpwer';
import type { Turn } from '../metrics/der';
import { parseCtm } from './ctm';
import { parseRttm } from './rttm';
import { parseStm } from './stm';

/** Reference of a recording; null for what no file contains. */
export interface Reference {
  /** The whole text. */
  text: string | null;
  /** The text by speaker, in order of time. */
  spoken: SpokenText[] | null;
  turns: Turn[] | null;
  /** Recognized words in these spans are not scored. */
  ignored: TimeRange[];
}

export interface CorpusRecording {
  /** File name without the extension. */
  name: string;
  file: string;
  reference: Reference;
}

/** Parsed reference files of one format. */
type Rows<Row extends { recording: string }> = { file: string; rows: Row[] }[];

const baseName = (file: string) => file.slice(0, file.length - extensionOf(file).length);

/**
 * Rows of a recording: those with its name, and all rows of a file of the same name that contains a single
 * recording, under any name.
 */
function rowsFor<Row extends { recording: string }>(name: string, files: Rows<Row>): Row[] | null {
  const own = files.flatMap(({ file, rows }) => {
    const isItsOwn = baseName(file) === name && new Set(rows.map(({ recording }) => recording)).size === 1;
    return isItsOwn ? rows : rows.filter(({ recording }) => recording === name);
  });
  return own.length > 0 ? own : null;
}

const inTime = <Row extends { startMs: number }>(rows: Row[]) =>
  [...rows].sort((one, other) => one.startMs - other.startMs);

/**
 * Reads the recordings of a folder with their references from `.stm`, `.ctm`, `.rttm` and `.txt` files, for
 * one recording (same base name) or for several. The text comes from the first of STM, CTM and plain text
 * that exists.
 * @throws Error when a reference is invalid, or no recording has one
 */
export async function readCorpus(folder: string): Promise<CorpusRecording[]> {
  const files = (await readdir(folder)).sort();
  const read = async <Row extends { recording: string }>(ending: string, parse: (text: string) => Row[]) => {
    const found: Rows<Row> = [];
    for (const file of files.filter((name) => extensionOf(name) === ending)) {
      try {
        found.push({ file, rows: parse(await readFile(path.join(folder, file), 'utf8')) });
      } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`);
      }
    }
    return found;
  };
  const [stm, ctm, rttm] = [
    await read('.stm', parseStm),
    await read('.ctm', parseCtm),
    await read('.rttm', parseRttm),
  ];
  const recordings: CorpusRecording[] = [];
  for (const file of files.filter(isSupportedFileName)) {
    const name = baseName(file);
    const segments = rowsFor(name, stm);
    const words = rowsFor(name, ctm);
    const plain = files.includes(`${name}.txt`)
      ? await readFile(path.join(folder, `${name}.txt`), 'utf8')
      : null;
    const counted = segments && inTime(segments.filter(({ isIgnored }) => !isIgnored));
    const heard = counted ?? (words && inTime(words));
    const reference = {
      text: heard ? heard.map(({ text }) => text).join(' ') : plain,
      spoken: counted?.map(({ speaker, text }) => ({ speaker, text })) ?? null,
      turns: rowsFor(name, rttm),
      ignored: segments?.filter(({ isIgnored }) => isIgnored) ?? [],
    };
    if (reference.text !== null || reference.turns) {
      recordings.push({ name, file: path.join(folder, file), reference });
    }
  }
  if (recordings.length === 0) {
    throw new Error(`${folder} has no recording with a reference beside it (.stm, .ctm, .rttm or .txt)`);
  }
  return recordings;
}
