import { describe, expect, it } from 'vitest';
import { sanitiseAdHtml } from '@/app/services/admin/ads/sanitise-ad-html.server';
import { HOSTILE_HTML } from './hostile-html';

/**
 * All markup that may remain: text, allowed tags without attributes, and links to the web or to an e-mail
 * address.
 */
const HARMLESS =
  /^(?:[^<>]|<\/?(?:p|strong|b|em|i|ul|ol|li)>|<br \/>|<a>|<a href="(?:https?:\/\/|mailto:)[^"<>]*">|<\/a>)*$/;

describe('sanitiseAdHtml', () => {
  it.each(HOSTILE_HTML)('leaves nothing active of %j', (html) => {
    const clean = sanitiseAdHtml(html);
    expect(clean).toMatch(HARMLESS);
    expect(sanitiseAdHtml(clean)).toBe(clean);
  });

  it('is tested with many cases', () => {
    expect(HOSTILE_HTML.length).toBeGreaterThanOrEqual(30);
    expect('<p onclick=hit()>a</p>').not.toMatch(HARMLESS);
    expect('<a href="javascript:hit()">a</a>').not.toMatch(HARMLESS);
  });

  it('keeps allowed formatting', () => {
    const note =
      '<p>Veja <a href="https://example.com/?a=1&amp;b=2">como</a>, <strong>já</strong><br />ou <em>depois</em></p>' +
      '<ul><li>um</li></ul><ol><li><a href="mailto:ana@example.com">dois</a></li></ol>';
    expect(sanitiseAdHtml(note)).toBe(note);
  });

  it('keeps the text of removed tags, but not that of scripts and styles', () => {
    expect(sanitiseAdHtml('<h1>Olá</h1><script>a</script><style>b</style><u>você</u>')).toBe('Olávocê');
    expect(sanitiseAdHtml('1 < 2 & 3')).toBe('1 &lt; 2 &amp; 3');
  });
});
