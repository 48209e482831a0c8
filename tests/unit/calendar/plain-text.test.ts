import { describe, expect, it } from 'vitest';
import { toDescription, toPlainText } from '@/app/integrations/calendar/plain-text';

describe('the plain text of a description', () => {
  it.each([
    ['Sem marcas,\n  como foi escrito', 'Sem marcas,\n  como foi escrito'],
    ['3 < 5 & 7 > 2', '3 < 5 & 7 > 2'],
    ['uma<br>duas<br/>três', 'uma\nduas\ntrês'],
    ['<p>uma</p><p>duas</p>', 'uma\nduas'],
    ['<ul><li>a</li><li>b</li></ul>fim', 'a\nb\nfim'],
    ['<b>R&amp;D</b>&nbsp;aqui', 'R&D\u00a0aqui'],
    ['<script>alert(1)</script>texto<style>p{}</style>', 'texto'],
    ['<a href="https://example.com/ata">Ata</a>', 'Ata (https://example.com/ata)'],
    ['<a href="https://example.com">https://example.com</a>', 'https://example.com'],
    ['<a href="javascript:alert(1)">Ata</a>', 'Ata'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<b', '<b'],
  ])('of %j is %j', (description, text) => {
    expect(toPlainText(description)).toBe(text);
  });

  it.each(['<b>não é negrito</b>', 'R&amp;D', 'a < b', '&lt;', 'a\nb', '<a href="x">y</a> & <br>'])(
    'of %j comes back as it was typed',
    (typed) => {
      expect(toPlainText(toDescription(typed))).toBe(typed);
    },
  );

  it('takes no time for a hostile text', () => {
    const before = performance.now();
    for (const hostile of [
      '<a'.repeat(100_000),
      '&'.repeat(200_000),
      '<p>'.repeat(60_000),
      '<a href='.repeat(30_000),
    ]) {
      toPlainText(hostile);
    }
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
