import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { findExecutable } from '@/app/config/find-executable.server';

const run = promisify(execFile);

/** A suite that reads PDFs with Poppler. Without it the suite is skipped with a warning; in CI that is an error. */
export function describeWithPoppler(name: string, suite: () => void): void {
  const isThere = ['pdfinfo', 'pdftotext'].every((tool) => findExecutable(tool, process.env.PATH ?? ''));
  if (!isThere) explainAbsence(name);
  describe.skipIf(!isThere)(name, suite);
}

function explainAbsence(name: string): void {
  const message = 'pdfinfo and pdftotext are not installed (Debian: apt-get install poppler-utils)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "${name}" IS LEFT OUT of this run: ${message}\n\n`);
}

/** A structure element of a tagged PDF with the text of its content, artifacts left out. */
export interface StructureElement {
  tag: string;
  text: string;
}

/** The output of `pdfinfo`, such as 'Tagged: yes'; with `-meta` the XML metadata. */
export const pdfInfo = (file: Buffer, ...options: string[]): Promise<string> =>
  withFile(file, (name) => run('pdfinfo', [...options, name]));

/** The text of the pages, each with its page and line numbers, as `pdftotext -layout` places it. */
export const pdfText = (file: Buffer): Promise<string> =>
  withFile(file, (name) => run('pdftotext', ['-layout', name, '-']));

/** The structure elements below the document, in reading order. */
export async function pdfStructure(file: Buffer): Promise<StructureElement[]> {
  const elements: StructureElement[] = [];
  for (const line of (await pdfInfo(file, '-struct-text')).split('\n')) {
    const [, tag] = /^ {2}(\w+) \(/.exec(line) ?? [];
    const [, text] = /^ {4,}"(.*)"$/.exec(line) ?? [];
    if (tag) elements.push({ tag, text: '' });
    else if (text !== undefined) elements.at(-1)!.text += text;
  }
  return elements;
}

async function withFile(file: Buffer, read: (name: string) => Promise<{ stdout: string }>): Promise<string> {
  const name = path.join(tmpdir(), `${randomUUID()}.pdf`);
  await writeFile(name, file);
  try {
    return (await read(name)).stdout;
  } finally {
    await rm(name);
  }
}
