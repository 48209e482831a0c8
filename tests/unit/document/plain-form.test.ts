import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { renderHtml } from '@/app/domain/document/render-html';
import { normalise, type RichText } from '@/app/domain/document/rich-text';
import { richTexts } from '@/tests/factories/rich-text';
import { roundTrips } from './round-trips';

const SAMPLE: RichText = normalise([
  { kind: 'h1', align: 'center', runs: [{ text: 'Ata da reunião' }] },
  {
    kind: 'paragraph',
    runs: [
      { text: 'Ana', bold: true },
      { text: ' disse ' },
      { text: 'isto', italic: true, link: 'https://example.com/a_b' },
      { text: ' e ' },
      { text: 'aquilo', family: 'lato', size: '24', ink: 'red', marker: 'yellow' },
    ],
  },
  { kind: 'bullet', runs: [{ text: 'um' }] },
  { kind: 'ordered', indent: 1, runs: [{ text: 'dois', underline: true }] },
  { kind: 'ordered', indent: 1, runs: [{ text: 'três', strike: true }] },
  { kind: 'bullet', runs: [{ text: 'quatro' }] },
  { kind: 'quote', align: 'justify', runs: [{ text: '1. não é item * nem [isto]' }] },
  { kind: 'paragraph', runs: [] },
  { kind: 'paragraph', runs: [{ text: '- nem isto, nome_de_arquivo' }] },
]);

const FORM = [
  ':-: # Ata da reunião',
  '**Ana** disse *[isto](https://example.com/a_b)* e [aquilo]{lato 24 ink-red mark-yellow}',
  '- um',
  '  1. __dois__',
  '  2. ~~três~~',
  '- quatro',
  ':--: > 1. não é item \\* nem \\[isto\\]',
  '',
  '\\- nem isto, nome_de_arquivo',
].join('\n');

describe('the plain form', () => {
  it('is readable plain text', () => {
    expect(serializePlainForm(SAMPLE)).toBe(FORM);
    expect(parsePlainForm(FORM)).toEqual(SAMPLE);
  });

  it('preserves any document in a round trip', () => {
    fc.assert(
      fc.property(richTexts, (text) => {
        const [html, ...others] = roundTrips(text);
        for (const other of others) expect(other).toBe(html);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it('parses any text as a document, and keeps its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (form) => {
        const text = parsePlainForm(form);
        expect(parsePlainForm(serializePlainForm(text))).toEqual(text);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it('keeps unpaired marks, unknown styles and forbidden URLs as text', () => {
    const html = (form: string) => renderHtml(parsePlainForm(form));
    expect(html('5 * 3 = 15')).toBe('<p>5 * 3 = 15</p>');
    expect(html('[a](javascript:alert(1))')).toBe('<p>[a](javascript:alert(1))</p>');
    expect(html('[a]{comic 7 ink-pink}')).toBe('<p>[a]{comic 7 ink-pink}</p>');
    expect(html('a]b[c')).toBe('<p>a]b[c</p>');
    expect(html('[a](https://example.com/ )')).toBe('<p>[a](https://example.com/ )</p>');
  });

  it('parses common spelling variants', () => {
    const html = (form: string) => renderHtml(parsePlainForm(form));
    expect(html('# A\n\n1) um\n7) dois\n-')).toBe(
      '<h1>A</h1><p><br></p><ol><li>um</li><li>dois</li></ol><ul><li><br></li></ul>',
    );
    expect(html('[texto](https://example.com){24px lato}')).toBe(
      '<p><a href="https://example.com"><span class="font-lato size-24">texto</span></a></p>',
    );
  });
});
