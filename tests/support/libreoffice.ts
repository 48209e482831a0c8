import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, inject } from 'vitest';
import { findExecutable } from '@/app/config/find-executable.server';

/**
 * Opens a Word document in LibreOffice and saves it in another format.
 * @param format as `--convert-to` takes it, such as 'pdf'
 */
export type OpenInLibreOffice = (docx: Uint8Array, format: string) => Promise<Buffer>;

/** A suite that opens documents in LibreOffice, where it is installed; it is too large to ask for. */
export function describeInLibreOffice(name: string, suite: (open: OpenInLibreOffice) => void): void {
  const soffice = findExecutable('soffice', process.env.PATH ?? '');
  if (!soffice) process.stderr.write(`\n!!! "${name}" IS LEFT OUT of this run: soffice is not installed\n\n`);
  describe.skipIf(!soffice)(name, () => suite((docx, format) => convert(soffice!, docx, format)));
}

async function convert(soffice: string, docx: Uint8Array, format: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(inject('runFolder'), 'soffice-'));
  const input = path.join(folder, 'entrada.docx');
  const output = path.join(folder, 'out');
  await writeFile(input, docx);
  await promisify(execFile)(soffice, [
    ...['--headless', `-env:UserInstallation=file://${folder}/profile`],
    ...['--convert-to', format, '--outdir', output, input],
  ]);
  const [name] = await readdir(output);
  return readFile(path.join(output, name!));
}
