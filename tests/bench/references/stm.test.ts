import { describe, expect, it } from 'vitest';
import { parseStm } from './stm';

describe('parseStm', () => {
  it('reads segments of several recordings, with and without labels, and skips comments', () => {
    const read = parseStm(
      [
        '\uFEFF;; CATEGORY "0" "" ""',
        ';; LABEL "o" "Overall" "Overall"',
        'reuniao 1 Ana 0.61 3.96 <o,f0,female> bom dia a todos',
        '',
        'radio   A Rui 12 13.5 Não, às 9h!\r',
      ].join('\n'),
    );
    expect(read).toEqual([
      {
        recording: 'reuniao',
        channel: '1',
        speaker: 'Ana',
        startMs: 610,
        endMs: 3960,
        label: 'o,f0,female',
        text: 'bom dia a todos',
        isIgnored: false,
      },
      {
        recording: 'radio',
        channel: 'A',
        speaker: 'Rui',
        startMs: 12_000,
        endMs: 13_500,
        label: null,
        text: 'Não, às 9h!',
        isIgnored: false,
      },
    ]);
  });

  it('keeps alternatives and overlapping speech', () => {
    const read = parseStm('r 1 Ana 0 5 <o> isso { está / tá / @ } bom\nr 1 Rui 4.2 6 <o> aham');
    expect(read.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['isso { está / tá / @ } bom', 0, 5000],
      ['aham', 4200, 6000],
    ]);
  });

  it('recognizes regions that are not scored, and segments without speech', () => {
    const read = parseStm(
      'r 1 excluded_region 5 9 <o,,> IGNORE_TIME_SEGMENT_IN_SCORING\nr 1 inter_segment_gap 9 10 <o,,>',
    );
    expect(read.map(({ text, isIgnored }) => [text, isIgnored])).toEqual([
      ['', true],
      ['', false],
    ]);
  });

  it.each(['r 1 Ana 0.61', 'r 1 Ana zero 3.96 bom dia', 'r 1 Ana 4 3 bom dia'])(
    'names an invalid line: %s',
    (line) => {
      expect(() => parseStm(`;; first\n${line}`)).toThrow(/^STM, line 2: got "r 1 Ana/);
    },
  );
});
