import { describe, expect, it } from 'vitest';
import { rttmOf } from '../metrics/sctk';
import { parseRttm } from './rttm';

describe('parseRttm', () => {
  it('reads the speakers of several recordings, including overlaps, and ignores other lines', () => {
    const read = parseRttm(
      [
        ';; made by hand',
        'SPKR-INFO reuniao 1 <NA> <NA> <NA> female Ana <NA> <NA>',
        'SPEAKER reuniao 1 0.610 3.350 <NA> <NA> Ana <NA> <NA>',
        'SPEAKER reuniao 1 3.5 1 <NA> <NA> Rui <NA>',
        'LEXEME reuniao 1 0.61 0.2 bom lex Ana <NA> <NA>',
        'speaker radio 2 7 .5 <NA> <NA> spk_1 0.9 <NA>',
      ].join('\n'),
    );
    expect(read).toEqual([
      { recording: 'reuniao', speaker: 'Ana', startMs: 610, endMs: 3960 },
      { recording: 'reuniao', speaker: 'Rui', startMs: 3500, endMs: 4500 },
      { recording: 'radio', speaker: 'spk_1', startMs: 7000, endMs: 7500 },
    ]);
  });

  it('reads what `rttmOf` writes for md-eval', () => {
    const turns = [
      { speaker: 'Ana', startMs: 0, endMs: 1501 },
      { speaker: 'Rui', startMs: 1000, endMs: 2000 },
    ];
    expect(parseRttm(rttmOf('r', turns))).toEqual(turns.map((turn) => ({ recording: 'r', ...turn })));
  });

  it.each(['SPEAKER r 1 0', 'SPEAKER r 1 0 -1 <NA> <NA> Ana'])('names an invalid line: %s', (line) => {
    expect(() => parseRttm(`\n${line}`)).toThrow(/^RTTM, line 2: got "SPEAKER r 1 0/);
  });
});
