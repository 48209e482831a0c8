import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from '@/app/config/find-executable.server';
import { mergeOwnOverlap, type Turn } from './der';
import { normaliseText } from './normalise-text';
import { referenceParts } from './reference-text';

/** NIST's scoring programs. */
export interface Sctk {
  sclite: string;
  mdEval: string;
}

/** Debian installs them outside of PATH. */
const DEBIAN_FOLDER = '/usr/lib/sctk/bin';
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The installed programs, or null if one is missing. */
export function findSctk(): Sctk | null {
  const searchPath = `${process.env.PATH ?? ''}${path.delimiter}${DEBIAN_FOLDER}`;
  const sclite = findExecutable('sclite', searchPath);
  const mdEval = findExecutable('md-eval.pl', searchPath) ?? findExecutable('md-eval', searchPath);
  return sclite && mdEval ? { sclite, mdEval } : null;
}

/**
 * Errors of sclite for pairs of texts, each aligned as a whole. sclite weighs a substitution 4 and the others
 * 3, so its alignment may have a few errors more than the minimum.
 */
export function scliteErrors(
  { sclite }: Sctk,
  pairs: readonly { reference: string; hypothesis: string }[],
): Promise<{ substitutions: number; deletions: number; insertions: number; words: number; percent: number }> {
  return inFolder(async (write) => {
    const transcripts = (texts: string[]) => texts.map((text, index) => `${text} (a-${index})\n`).join('');
    const reference = await write(
      'ref.trn',
      transcripts(pairs.map((pair) => scliteReference(pair.reference))),
    );
    const heard = pairs.map(({ hypothesis }) => normaliseText(hypothesis).join(' '));
    const hypothesis = await write('hyp.trn', transcripts(heard));
    const files = ['-r', reference, 'trn', '-h', hypothesis, 'trn', '-i', 'spu_id'];
    const report = await run(sclite, [...files, '-s', '-f', '0', '-o', 'rsum', 'stdout']);
    const total = /^\s*\|\s*Sum\s*\|\s*\d+\s+(\d+)\s*\|\s*\d+\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s/m.exec(
      report,
    );
    if (!total) throw new Error(`sclite gave no sum:\n${report}`);
    const [words = 0, substitutions = 0, deletions = 0, insertions = 0, errors = 0] = total
      .slice(1)
      .map(Number);
    return { substitutions, deletions, insertions, words, percent: (100 * errors) / words };
  });
}

const scliteReference = (text: string) =>
  referenceParts(text)
    .map((part) =>
      typeof part === 'string'
        ? part
        : `{ ${part.map((words) => (words.length > 0 ? words.join(' ') : '@')).join(' / ')} }`,
    )
    .join(' ');

/** Speaker turns of one recording. */
export interface ScoredTurns {
  reference: readonly Turn[];
  hypothesis: readonly Turn[];
}

/**
 * Diarization error rate of md-eval, from the start to the last turn's end, including overlapped speech.
 * @returns percent with two decimals, as printed
 */
export function mdEvalPercent(
  { mdEval }: Sctk,
  recordings: readonly ScoredTurns[],
  { collarMs }: { collarMs: number },
): Promise<number> {
  return inFolder(async (write) => {
    const rttm = (which: keyof ScoredTurns) =>
      recordings.map((recording, index) => rttmOf(`r${index}`, recording[which])).join('');
    const reference = await write('ref.rttm', rttm('reference'));
    const hypothesis = await write('hyp.rttm', rttm('hypothesis'));
    const parts = recordings.map((recording, index) => `r${index} 1 0 ${seconds(endMsOf(recording))}\n`);
    const partition = await write('parts.uem', parts.join(''));
    const files = ['-r', reference, '-s', hypothesis, '-u', partition];
    const report = await run(mdEval, [...files, '-c', String(collarMs / 1000)]);
    const overall = /OVERALL SPEAKER DIARIZATION ERROR = ([\d.]+) percent.*\(ALL\)/.exec(report);
    if (!overall) throw new Error(`md-eval gave no overall error:\n${report}`);
    return Number(overall[1]);
  });
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

const endMsOf = ({ reference, hypothesis }: ScoredTurns) =>
  [...reference, ...hypothesis].reduce((latest, { endMs }) => Math.max(latest, endMs), 1);

/** Formats turns as RTTM, as `parseRttm` reads it. Speaker names must not contain spaces. */
export function rttmOf(recording: string, turns: readonly Turn[]): string {
  return mergeOwnOverlap(turns)
    .map(({ speaker, startMs, endMs }) => {
      const times = `${seconds(startMs)} ${seconds(endMs - startMs)}`;
      return `SPEAKER ${recording} 1 ${times} <NA> <NA> ${speaker} <NA> <NA>\n`;
    })
    .join('');
}

/** Runs `work` with a temporary folder. */
async function inFolder<T>(work: (write: (name: string, text: string) => Promise<string>) => Promise<T>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-sctk-'));
  try {
    return await work(async (name, text) => {
      const file = path.join(folder, name);
      await writeFile(file, text);
      return file;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: MOST_OUTPUT_BYTES });
  return stdout;
}
