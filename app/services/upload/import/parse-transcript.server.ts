import { execFile as execFileWithCallback } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { childScript } from '@/app/config/child-script.server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { createWorkFolder } from '../../transcription/create-work-folder.server';
import type { ParsedHead, ParserAnswer } from './parsed-transcript';

const execFile = promisify(execFileWithCallback);

/** The words of ten hours as JSON, twice. */
export const MAX_TRANSCRIPT_MB = 32;
const MAX_BYTES = MAX_TRANSCRIPT_MB * 1024 ** 2;

const TIMEOUT_MS = 20_000;
const HEAP_MB = 1024;

/** Parsers at once, in this process; others wait for their turn. */
const MAX_PARSERS = 2;

/** A database takes a text of this size in one statement, each quote of it escaped. */
const MAX_STORED_BYTES = 15_000_000;

export interface ParsedTranscript extends ParsedHead {
  /** JSON of `Utterance[]`. */
  utterances: string;
}

/**
 * Parses a transcript in a process of its own.
 * @throws AppError 'import.too-large' (param: limit in MB), 'import.not-read', which is logged, 'import.too-long'
 *   and those of `importTranscript`; DiskFull
 */
export async function parseTranscript(body: Readable): Promise<ParsedTranscript> {
  const folder = await createWorkFolder('import', MAX_BYTES);
  try {
    const file = path.join(folder, 'transcript');
    await pipeline(body, bounded, createWriteStream(file));
    return await takeTurn(() => parseFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new AppError('import.too-large', { limit: MAX_TRANSCRIPT_MB });
    yield chunk;
  }
}

let parsers = 0;
const waiting: (() => void)[] = [];

async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (parsers >= MAX_PARSERS) await new Promise<void>((resolve) => waiting.push(resolve));
  else parsers += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else parsers -= 1;
  }
}

async function parseFile(file: string): Promise<ParsedTranscript> {
  const output = await runParser(file).catch((error: unknown) => {
    log.warn({ error }, 'a transcript could not be parsed');
    throw new AppError('import.not-read');
  });
  const end = output.indexOf('\n');
  const answer = JSON.parse(output.slice(0, end)) as ParserAnswer;
  if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.params);
  const utterances = output.slice(end + 1);
  const quotes = utterances.split('"').length;
  if (Buffer.byteLength(utterances) + quotes > MAX_STORED_BYTES) throw new AppError('import.too-long');
  return { ...answer.head, utterances };
}

async function runParser(file: string): Promise<string> {
  const { path: script, execArgv } = childScript('app/services/upload/import/child.ts');
  const { stdout } = await execFile(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, ...execArgv, script, file],
    {
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 4 * MAX_STORED_BYTES,
      // No settings and no secrets.
      env: { NODE_ENV: 'production' },
    },
  );
  return stdout;
}
