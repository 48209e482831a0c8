import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Span } from '@/app/domain/transcription/plan-segments';
import { extensionOf, isSupportedFileName } from '@/app/domain/transcription/recording-file';
import type { SpokenText } from '../metrics/cpwer';
import type { Turn } from '../metrics/der';
import { parseCtm } from './ctm';
import { parseRttm } from './rttm';
import { parseStm } from './stm';

/** What is known of a recording; each null where no file says it. */
export interface Reference {
  /** All that is said. */
  text: string | null;
  /** The same by speaker, in order of time. */
  spoken: SpokenText[] | null;
  turns: Turn[] | null;
  /** Nothing that is heard here counts as heard. */
  ignored: Span[];
}

export interface CorpusRecording {
  /** The file's name without its ending. */
  name: string;
  file: string;
  reference: Reference;
}

/** Rows of reference files by what they say of which recording. */
type Rows<Row extends { recording: string }> = { file: string; rows: Row[] }[];

const baseName = (file: string) => file.slice(0, file.length - extensionOf(file).length);

/**
 * The rows of a recording: those that name it, and all of a file with the recording's own name that tells of one
 * recording only, whatever it calls it.
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
 * The recordings of a folder with what its files `.stm`, `.ctm`, `.rttm` and `.txt` say of them: of the one with their
 * base name, or of several at once. What is said is taken from the first of STM, CTM and plain text that there is.
 * @throws Error when a reference cannot be read, or no recording has one
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
