import { describe, expect, it } from 'vitest';
import { parseCtm } from './ctm';

describe('parseCtm', () => {
  it('reads words of several recordings and channels, with and without confidence', () => {
    const read = parseCtm(
      [
        ';; made by hand',
        'reuniao A 11.34 0.2 sim -6.763',
        'reuniao B 11.5 0.25 é 0.93 lex Rui',
        'radio 1 .5 1 olá',
      ].join('\n'),
    );
    expect(read).toEqual([
      { recording: 'reuniao', channel: 'A', startMs: 11_340, endMs: 11_540, text: 'sim', confidence: null },
      { recording: 'reuniao', channel: 'B', startMs: 11_500, endMs: 11_750, text: 'é', confidence: 0.93 },
      { recording: 'radio', channel: '1', startMs: 500, endMs: 1500, text: 'olá', confidence: null },
    ]);
  });

  it('converts alternatives to the notation of the other formats', () => {
    const read = parseCtm(
      [
        'r 1 0 1 isso',
        'r 1 * * <ALT_BEGIN>',
        'r 1 1 1 está',
        'r 1 * * <ALT>',
        'r 1 1 1 tá',
        'r 1 * * <ALT_END>',
        'r 1 2 1 bom',
      ].join('\n'),
    );
    expect(read.map(({ text }) => text).join(' ')).toBe('isso { está / tá } bom');
  });

  it('skips non-words', () => {
    const read = parseCtm('r 1 0 1 (riso) NA non-lex\nr 1 1 1 bom 1.0 lex\nr 1 2 1 hã 0.5 fp');
    expect(read.map(({ text }) => text)).toEqual(['bom', 'hã']);
  });

  it.each(['r 1 0 1', 'r 1 0 um bom', 'r 1 * * bom'])('names an invalid line: %s', (line) => {
    expect(() => parseCtm(`r 1 0 1 bom\n${line}`)).toThrow(/^CTM, line 2: got "r 1/);
  });
});
