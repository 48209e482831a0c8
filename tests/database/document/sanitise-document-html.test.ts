import { spawnSync } from 'node:child_process';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { renderHtml } from '@/app/domain/document/render-html';
import { AppError } from '@/app/domain/errors';
import { readHtml, sanitiseDocumentHtml } from '@/app/services/document/sanitise-document-html.server';
import { HOSTILE_DOCUMENTS } from './hostile-html';

const ELEMENTS = new Set('p h1 h2 h3 blockquote ul ol li br a span strong em u s'.split(' '));
const CLASS =
  /^(font-(ubuntu|raleway|roboto|montserrat|lato|rubik)|size-\d\d?|ink-[a-z]+|mark-[a-z\d]+|align-[a-z]+)$/;
const ADDRESS = /^(https?:\/\/|mailto:|\/transcriptions\/[\w-]{22}\?t=)/;

/** Elements and attributes outside the allowlist. */
function disallowedIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ELEMENTS.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        const isLink = name === 'a' && attribute === 'href' && ADDRESS.test(value);
        const isStyleClass = attribute === 'class' && value.split(' ').every((each) => CLASS.test(each));
        if (!isLink && !isStyleClass) found.push(`${attribute}="${value}"`);
      }
    },
    oncomment: (text) => found.push(`<!--${text}`),
    onprocessinginstruction: (name) => found.push(name),
  });
  parser.end(html);
  return found;
}

describe('the HTML sanitiser of documents', () => {
  it('is tested with at least 200 hostile cases', () => {
    expect(new Set(HOSTILE_DOCUMENTS).size).toBeGreaterThanOrEqual(200);
    for (const html of [
      '<p onclick="hit()">',
      '<a href="javascript:hit()">',
      '<img src=x>',
      '<p class="skip">',
    ])
      expect(disallowedIn(html)).toHaveLength(html.includes('img') ? 2 : 1);
  });

  it.each(HOSTILE_DOCUMENTS)('strips all active content from %s', (hostile) => {
    const clean = sanitiseDocumentHtml(hostile);
    expect(disallowedIn(clean)).toEqual([]);
    expect(sanitiseDocumentHtml(clean)).toBe(clean);
    expect(renderHtml(parsePlainForm(serializePlainForm(readHtml(hostile))))).toBe(clean);
    expect(disallowedIn(renderHtml(parsePlainForm(hostile)))).toEqual([]);
  });

  it('keeps the text of removed elements, except of scripts and styles', () => {
    const html =
      '<table><tr><td>a</td><td>b</td></tr></table><style>c</style><script>d</script><center>e</center>';
    expect(sanitiseDocumentHtml(html)).toBe('<p>a</p><p>b</p><p>e</p>');
    expect(sanitiseDocumentHtml('1 < 2 & 3')).toBe('<p>1 &lt; 2 &amp; 3</p>');
    expect(sanitiseDocumentHtml('')).toBe('<p><br></p>');
  });

  it('parses HTML pasted from Word', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {font-size:11pt} --></style></head>
<body lang=PT-BR><!--StartFragment-->
<h1 style='mso-style-next:Normal'><span style='font-size:16.0pt;font-family:"Calibri Light"'>Título<o:p></o:p></span></h1>
<p class=MsoNormal align=center style='text-align:center'><b>Ana</b><span style='mso-spacerun:yes'>  </span>disse
isto<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>um</p>
<p class=MsoListParagraphCxSpLast style='margin-left:72.0pt;mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>dois</p>
<!--EndFragment--></body></html>`;
    expect(sanitiseDocumentHtml(word)).toBe(
      '<h1>Título</h1><p class="align-center"><strong>Ana</strong> disse isto</p>' +
        '<ul><li>um<ol><li>dois</li></ol></li></ul>',
    );
  });

  it('parses HTML pasted from Google Docs', () => {
    const google = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">Título</span></h2>
<p dir="ltr"><span style="font-weight:700;text-decoration:none">Ana</span><span style="font-style:italic;text-decoration:underline">disse</span></p>
<ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>um</span></p></li>
<ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="text-decoration:line-through">dois</span></p></li></ul></ul><br class="Apple-interchange-newline"></b>`;
    expect(sanitiseDocumentHtml(google)).toBe(
      '<h2>Título</h2><p><strong>Ana</strong><em><u>disse</u></em></p>' +
        '<ul><li>um<ul><li><s>dois</s></li></ul></li></ul><p><br></p>',
    );
  });
});

it('parses 600,000 letters with alternating styles within a small heap', () => {
  const { path, execArgv } = childScript('tests/database/document/read-in-small-heap.ts');
  const { status } = spawnSync(process.execPath, [...execArgv, '--max-old-space-size=112', path, '600000']);
  expect(status).toBe(0);
});

it('rejects deeply nested elements quickly', () => {
  const startedAt = process.cpuUsage();
  expect(() => readHtml('<ul><li>'.repeat(500_000))).toThrow(new AppError('form.malformed'));
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1_000);
});
