import { describe, expect, it } from 'vitest';
import { type CsvCell, formatCsv, streamCsv } from '@/app/domain/format/csv';

describe('a table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['1+1=2', '1+1=2'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a "b"', '"a ""b"""'],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    [-1, '-1'],
    [3_600_000, '3600000'],
  ])('writes %j as %j', (cell, written) => {
    expect(formatCsv([[cell, 'end']], 'pt')).toBe(`\uFEFF${written};end\r\n`);
    expect(formatCsv([[cell, 'end']], 'en')).toBe(`\uFEFF${written},end\r\n`);
  });

  it('begins with the bytes of a byte order mark, once', () => {
    const bytes = Buffer.from(formatCsv([['ação'], ['b']], 'pt'));
    expect(bytes.toString('hex')).toBe(`efbbbf${Buffer.from('ação\r\nb\r\n').toString('hex')}`);
  });

  it('has decimals in the form of its language', () => {
    expect(formatCsv([[-1.5, 2]], 'pt')).toBe('\uFEFF"-1,5";2\r\n');
    expect(formatCsv([[-1.5, 2]], 'en')).toBe('\uFEFF-1.5,2\r\n');
  });

  it('is the same as a stream, which has a chunk for each batch', async () => {
    const rows = Array.from({ length: 6 }, (_, index): CsvCell[] => [`título ${index}`, index, '=x']);
    const given = async function* () {
      yield rows.slice(0, 4);
      yield rows.slice(4);
    };
    const chunks: string[] = [];
    for await (const chunk of streamCsv(given(), 'pt')) chunks.push(chunk);
    expect(chunks.join('')).toBe(formatCsv(rows, 'pt'));
    expect(chunks).toHaveLength(3);
  });

  it('is a byte order mark without rows', async () => {
    const none = async function* () {};
    expect(await streamCsv(none(), 'en').next()).toEqual({ value: '\uFEFF', done: false });
  });
});
