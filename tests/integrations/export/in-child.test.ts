import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inChild } from '@/app/integrations/export/child/in-child.server';
import { printedDocument } from '../../factories/printed-document';
import { readPdf } from '../../support/pdf';
import { unzip } from '../../support/zip';

const document = printedDocument([{ speaker: 'Vó', runs: [{ text: 'Então?' }] }]);
const never = () => new AbortController().signal;

it('files made in a process of their own are whole', async () => {
  const [pdf, docx] = await Promise.all([
    inChild({ format: 'pdf', document }, never()),
    inChild({ format: 'docx', document }, never()),
  ]);
  expect(readPdf(pdf).pages[0]!.lines).toContain('Então?');
  expect(unzip(Buffer.from(docx)).get('word/document.xml')!.toString()).toContain('Então?');
});

it('more at once than there may be wait their turn, and all come', async () => {
  const files = await Promise.all(
    Array.from({ length: 5 }, () => inChild({ format: 'docx', document }, never())),
  );
  expect(files.map((file) => unzip(Buffer.from(file)).has('word/document.xml'))).toEqual(Array(5).fill(true));
});

it('a file that nobody waits for any more is not finished, and the next one comes', async () => {
  const long = printedDocument(
    Array.from({ length: 20_000 }, () => ({
      runs: [{ text: 'uma frase que se repete '.repeat(20).trim() }],
    })),
  );
  const stop = new AbortController();
  const made = inChild({ format: 'pdf', document: long }, stop.signal);
  const stopped = expect(made).rejects.toThrow('nobody waits');
  await sleep(300);
  stop.abort(new Error('nobody waits'));
  await stopped;
  await expect(
    inChild({ format: 'pdf', document }, AbortSignal.abort(new Error('left before'))),
  ).rejects.toThrow('left before');
  expect(readPdf(await inChild({ format: 'pdf', document }, never())).pages).toHaveLength(1);
});

it('a process that fails says so', async () => {
  const broken = { ...document, passages: [{}] } as typeof document;
  await expect(inChild({ format: 'pdf', document: broken }, never())).rejects.toThrow(
    /the process that makes a pdf file ended with code 1:[\s\S]*TypeError/,
  );
});
