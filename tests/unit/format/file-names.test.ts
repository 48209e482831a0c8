import { describe, expect, it } from 'vitest';
import { createFileNamer } from '@/app/domain/format/file-names';

describe('fileNames', () => {
  it.each([
    ['reunião de hoje', 'reunião de hoje.txt'],
    ['../../etc/passwd', '_.._etc_passwd.txt'],
    ['/absolute', '_absolute.txt'],
    ['C:\\windows', 'C__windows.txt'],
    ['a\u0000b\nc\u2028d', 'a_b_c_d.txt'],
    ['fdp.\u202egpj', 'fdp._gpj.txt'],
    ['...', '_.txt'],
    ['   ', '_.txt'],
    ['', '_.txt'],
    ['what? "this" <that> a|b*', 'what_ _this_ _that_ a_b_.txt'],
    ['CON', '_CON.txt'],
    ['nul.backup', '_nul.backup.txt'],
    ['console', 'console.txt'],
    ['\ud800', '\ufffd.txt'],
    ['e\u0301', '\u00e9.txt'],
    ['👩‍💻', '👩‍💻.txt'],
  ])('gives a name that is valid on every system: %j', (stem, name) => {
    expect(createFileNamer()(stem, '.txt')).toBe(name);
  });

  it('gives unique names, ignoring case', () => {
    const nameOf = createFileNamer();
    const names = ['a', 'A', 'a', 'a (2)', 'a'].map((stem) => nameOf(stem, '.txt'));
    expect(names).toEqual(['a.txt', 'A (2).txt', 'a (3).txt', 'a (2) (2).txt', 'a (4).txt']);
    expect(nameOf('a', '.json')).toBe('a.json');
  });

  it('limits names to the bytes that file systems allow, without splitting characters', () => {
    const name = createFileNamer()('😀'.repeat(200), '.txt');
    expect(Buffer.byteLength(name)).toBeLessThan(200);
    expect(name.isWellFormed()).toBe(true);
  });
});
