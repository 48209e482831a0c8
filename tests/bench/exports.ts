import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** More than 300 pages. */
const TURNS = 2_600;
const ROUNDS = 5;
const MAKER = path.resolve(import.meta.dirname, 'export-maker.ts');

interface Made {
  /** Of the processor, which other work on the machine disturbs less than the clock. */
  workMs: number;
  peakMb: number;
  bytes: number;
  pages: number | null;
}

/** A transcript of some 300 pages as PDF and as DOCX, against the bare libraries, each in a process of its own. */
export async function exports(): Promise<void> {
  for (const format of ['pdf', 'docx']) {
    const ours: Made[] = [];
    const bare: Made[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await make('bare', format));
      ours.push(await make('ours', format));
    }
    const times = [least(ours, 'workMs'), least(bare, 'workMs')] as const;
    const peaks = [least(ours, 'peakMb'), least(bare, 'peakMb')] as const;
    const [{ pages, bytes }] = ours as [Made];
    process.stdout.write(
      `  ${format}${pages ? `, ${pages} pages` : ''}, ${(bytes / 1024).toFixed(0)} kB: ${compare(times, 'ms')}; peak ${compare(peaks, 'MB')}\n`,
    );
  }
}

async function make(who: string, format: string): Promise<Made> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', MAKER, who, format, String(TURNS)],
  ]);
  return JSON.parse(stdout) as Made;
}

/** Of several runs the one that was disturbed least. */
const least = (runs: Made[], figure: 'workMs' | 'peakMb') => Math.min(...runs.map((run) => run[figure]));

const compare = ([ours, bare]: readonly [number, number], unit: string) =>
  `${ours.toFixed(0)} ${unit}, bare library ${bare.toFixed(0)} ${unit}, ratio ${(ours / bare).toFixed(2)} (target ≤ 1.2)`;
