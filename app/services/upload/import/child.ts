/**
 * Child process that parses a transcript of a user: a hostile file can occupy only this process. Argument: path of
 * the file. Writes a line of JSON, a `ParserAnswer`, then the utterances as JSON, on stdout.
 */
import { readFile } from 'node:fs/promises';
import { AppError } from '@/app/domain/errors';
import { importTranscript } from '@/app/domain/upload/import/import-transcript';
import type { ParserAnswer } from './parsed-transcript';

function parse(bytes: Uint8Array): { answer: ParserAnswer; utterances: string } {
  try {
    const { utterances, ...read } = importTranscript(bytes);
    const endMs = utterances.reduce((latest, utterance) => Math.max(latest, utterance.endMs), 0);
    return { answer: { head: { ...read, endMs } }, utterances: JSON.stringify(utterances) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { answer: { refusal: { code: error.code, params: error.params } }, utterances: '' };
  }
}

const { answer, utterances } = parse(await readFile(process.argv[2]!));
process.stdout.write(`${JSON.stringify(answer)}\n${utterances}`);
