import { expect, it } from 'vitest';
import { splitFileName } from '@/app/domain/format/split-file-name';

it.each([
  ['reunião de segunda.wav', ['reunião de ', 'segunda.wav']],
  ['a.mp3', ['a.m', 'p3']],
  ['', ['', '']],
  ['👩‍👩‍👧👩‍👩‍👧.wav', ['👩‍👩‍👧👩‍👩‍👧.', 'wav']],
])('keeps the end of %s in sight', (name, parts) => {
  expect(splitFileName(name)).toEqual(parts);
});
