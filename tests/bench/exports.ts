import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** More than 300 pages each: speaker turns of a transcript, words of a document. */
const SIZES = { transcript: 2_600, document: 120_000 } as const;
/** Turns of sixty words each: a short file, and how many a warm process has written before. */
const SHORT = 1;
const WARM_RUNS = 20;
const SHORT_LIMIT_MS = 300;
const ROUNDS = 5;
const MAKER = path.resolve(import.meta.dirname, 'export-maker.ts');

interface Made {
  /** CPU time, which other processes disturb less than wall-clock time. */
  workMs: number;
  /** Of the last run. */
  wallMs: number;
  peakMb: number;
  bytes: number;
  pages: number | null;
}

/**
 * About 300 pages of each kind as PDF and DOCX, compared with the libraries alone, each in its own child
 * process.
 */
export async function exports(): Promise<void> {
  await exportsOf('transcript');
  await exportsOf('document');
  await shortPdf();
}

/** Sixty words as PDF: the first of a process, which loads the libraries, and those of one that is kept ready. */
async function shortPdf(): Promise<void> {
  const first = await make('ours', 'transcript', 'pdf', { size: SHORT, runs: 1 });
  const ours = await make('ours', 'transcript', 'pdf', { size: SHORT, runs: WARM_RUNS });
  const bare = await make('bare', 'transcript', 'pdf', { size: SHORT, runs: WARM_RUNS });
  const ratio = (ours.wallMs / bare.wallMs).toFixed(2);
  process.stdout.write(
    `  60 words, pdf: ${ours.wallMs.toFixed(0)} ms in a warm process (target ≤ ${SHORT_LIMIT_MS}), bare library ${bare.wallMs.toFixed(0)} ms, ratio ${ratio}; the first of a process ${first.wallMs.toFixed(0)} ms\n`,
  );
}

async function exportsOf(kind: keyof typeof SIZES): Promise<void> {
  for (const format of ['pdf', 'docx']) {
    const ours: Made[] = [];
    const bare: Made[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await make('bare', kind, format));
      ours.push(await make('ours', kind, format));
    }
    const times = [least(ours, 'workMs'), least(bare, 'workMs')] as const;
    const peaks = [least(ours, 'peakMb'), least(bare, 'peakMb')] as const;
    const [{ pages, bytes }] = ours as [Made];
    process.stdout.write(
      `  ${kind}, ${format}${pages ? `, ${pages} pages` : ''}, ${(bytes / 1024).toFixed(0)} kB: ${compare(times, 'ms')}; peak ${compare(peaks, 'MB')}\n`,
    );
  }
}

async function make(
  who: string,
  kind: keyof typeof SIZES,
  format: string,
  { size = SIZES[kind] as number, runs = 1 } = {},
): Promise<Made> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', MAKER, who, kind, format, String(size), String(runs)],
  ]);
  return JSON.parse(stdout) as Made;
}

/** The least disturbed of several runs. */
const least = (runs: Made[], figure: 'workMs' | 'peakMb') => Math.min(...runs.map((run) => run[figure]));

const compare = ([ours, bare]: readonly [number, number], unit: string) =>
  `${ours.toFixed(0)} ${unit}, bare library ${bare.toFixed(0)} ${unit}, ratio ${(ours / bare).toFixed(2)} (target ≤ 1.2)`;
