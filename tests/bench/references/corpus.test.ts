import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { readCorpus } from './corpus';

/** Creates a folder with the given files. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(inject('runFolder'), 'corpus-'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

it('pairs recordings with the reference files beside them', async () => {
  const folder = await folderOf({
    'a.wav': '',
    'a.stm': 'a 1 Rui 2 3 olá\na 1 Ana 0 1 <o> bom dia\na 1 x 5 9 <o> ignore_time_segment_in_scoring',
    'a.rttm': 'SPEAKER a 1 0 1 <NA> <NA> Ana <NA> <NA>',
    'b.MP3': '',
    'b.ctm': 'b 1 1 1 dia\nb 1 0 1 bom',
    'c.opus': '',
    'c.txt': 'Bom dia.\n',
    'd.flac': '',
    'e.txt': 'a text without its recording',
  });
  const recordings = await readCorpus(folder);
  expect(recordings.map(({ name, file }) => [name, path.basename(file)])).toEqual([
    ['a', 'a.wav'],
    ['b', 'b.MP3'],
    ['c', 'c.opus'],
  ]);
  expect(recordings.map(({ reference }) => reference)).toEqual([
    {
      text: 'bom dia olá',
      spoken: [
        { speaker: 'Ana', text: 'bom dia' },
        { speaker: 'Rui', text: 'olá' },
      ],
      turns: [{ recording: 'a', speaker: 'Ana', startMs: 0, endMs: 1000 }],
      ignored: [expect.objectContaining({ startMs: 5000, endMs: 9000 })],
    },
    { text: 'bom dia', spoken: null, turns: null, ignored: [] },
    { text: 'Bom dia.\n', spoken: null, turns: null, ignored: [] },
  ]);
});

it('reads several recordings from one file, and accepts another name in a recording’s own file', async () => {
  const folder = await folderOf({
    'a.wav': '',
    'b.wav': '',
    'all.stm': 'a 1 Ana 0 1 bom dia\nb 1 Rui 0 1 boa noite',
    'a.rttm': 'SPEAKER talk-0001 1 0 1 <NA> <NA> Ana <NA> <NA>',
    'b.rttm': ['a', 'b'].map((name) => `SPEAKER ${name} 1 3 1 <NA> <NA> ${name} <NA> <NA>\n`).join(''),
  });
  const recordings = await readCorpus(folder);
  expect(recordings.map(({ reference }) => reference.text)).toEqual(['bom dia', 'boa noite']);
  expect(recordings.map(({ reference }) => reference.turns?.map(({ speaker }) => speaker))).toEqual([
    ['Ana', 'a'],
    ['b'],
  ]);
});

it('names the file of an invalid line', async () => {
  const folder = await folderOf({ 'a.wav': '', 'a.stm': 'a 1 Ana zero 1 bom dia' });
  await expect(readCorpus(folder)).rejects.toThrow(/^a\.stm: STM, line 1/);
});

it('rejects a folder without any reference', async () => {
  await expect(readCorpus(await folderOf({ 'a.wav': '', 'b.txt': 'bom dia' }))).rejects.toThrow(
    /has no recording with a reference beside it/,
  );
});
