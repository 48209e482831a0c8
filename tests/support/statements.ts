import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SCRIPT = path.resolve(import.meta.dirname, 'record-statements.cjs');

/** Settings with which a Celeste records the statements of its processes in `file`. */
export const recordingStatements = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--require ${SCRIPT}`,
  STATEMENTS_FILE: file,
});

/** The statements that a Celeste with these settings sends to its database meanwhile, in their order. */
export async function statementsOf(file: string, work: () => Promise<unknown>): Promise<string[]> {
  await writeFile(file, '');
  await work();
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
}
