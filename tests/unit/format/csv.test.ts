import { expect, it } from 'vitest';
import { formatCsvRow } from '@/app/domain/format/csv';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  [-1, "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['1+1=2', '1+1=2'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('writes %j as %j', (cell, written) => {
  expect(formatCsvRow([cell, 'end'])).toBe(`${written},end\r\n`);
});
