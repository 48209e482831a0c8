import { ClassAttributor, Scope } from 'parchment';
import Quill from 'quill/core';
import Block from 'quill/formats/blockquote';
import Bold from 'quill/formats/bold';
import Header from 'quill/formats/header';
import Italic from 'quill/formats/italic';
import Link from 'quill/formats/link';
import List from 'quill/formats/list';
import Strike from 'quill/formats/strike';
import Underline from 'quill/formats/underline';
import Delta from 'quill-delta';
import {
  ALIGNMENTS,
  FONT_FAMILIES,
  FONT_SIZES,
  MARKERS,
  MAX_INDENT,
  TEXT_COLORS,
} from '@/app/domain/document/formats';
import { HtmlDocumentParser } from '@/app/domain/document/html-document-parser';
import { plainParagraphs, type RichText } from '@/app/domain/document/rich-text';
import { sanitiseLink } from '@/app/domain/document/sanitise-link';
import { toOps } from './delta';
import { updateDeltaIncrementally } from './incremental-delta';
import { copyWithoutSheets, keepSheetsAtCursor, registerSheets } from './sheets';

class SafeLink extends Link {
  static override sanitize(url: string): string {
    return sanitiseLink(url) ?? '#';
  }
}

/** Levels are numbers: Quill does arithmetic with them to copy a list, and never ends with strings. */
class Indent extends ClassAttributor {
  override canAdd(node: HTMLElement, depth: unknown): boolean {
    return super.canAdd(node, String(depth));
  }

  override value(node: HTMLElement): number | undefined {
    return Number(super.value(node)) || undefined;
  }
}

const inlineOptions = (whitelist: readonly string[]) => ({ scope: Scope.INLINE, whitelist: [...whitelist] });
const blockOptions = (whitelist: readonly string[]) => ({ scope: Scope.BLOCK, whitelist: [...whitelist] });
const depths = Array.from({ length: MAX_INDENT }, (_, index) => String(index + 1));

/** The formats of documents and nothing else: no pictures, formulas, videos or inline styles. */
const FORMATS = {
  'formats/bold': Bold,
  'formats/italic': Italic,
  'formats/underline': Underline,
  'formats/strike': Strike,
  'formats/link': SafeLink,
  'formats/header': Header,
  'formats/blockquote': Block,
  'formats/list': List,
  'formats/font': new ClassAttributor('font', 'font', inlineOptions(FONT_FAMILIES)),
  'formats/size': new ClassAttributor('size', 'size', inlineOptions(FONT_SIZES)),
  'formats/ink': new ClassAttributor('ink', 'ink', inlineOptions(TEXT_COLORS)),
  'formats/mark': new ClassAttributor('mark', 'mark', inlineOptions(MARKERS)),
  'formats/align': new ClassAttributor('align', 'align', blockOptions(ALIGNMENTS)),
  'formats/indent': new Indent('indent', 'indent', blockOptions(depths)),
};

export function openQuill(place: HTMLElement): Quill {
  Quill.register(FORMATS, true);
  registerSheets();
  const quill = new Quill(place, {
    modules: {
      // The Tab key moves the focus out of the text, as in every field.
      keyboard: { bindings: { tab: null, 'indent code-block': null } },
      uploader: { mimetypes: [] },
      history: { userOnly: true },
    },
  });
  updateDeltaIncrementally(quill);
  copyWithoutSheets(quill);
  keepSheetsAtCursor(quill);
  quill.clipboard.convert = ({ html, text }) => pastedDelta(html, text);
  // The browser itself would insert a drop, without the paste filter.
  quill.root.addEventListener('drop', (event) => event.preventDefault());
  return quill;
}

/** Sanitises pasted HTML with the parser that saved documents go through. */
function pastedDelta(html: string | undefined, text = ''): Delta {
  const paragraphs = html
    ? readMarkup(new DOMParser().parseFromString(html, 'text/html').body)
    : plainParagraphs(text.split(/\r?\n/));
  const ops = toOps(paragraphs);
  // Text without line formats is pasted into the current line.
  if (ops.at(-1)?.attributes === undefined) ops.pop();
  return new Delta(ops);
}

function readMarkup(body: Element): RichText {
  const reader = new HtmlDocumentParser();
  const readInside = (parent: Element) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) reader.text(node.data);
      if (!(node instanceof Element)) continue;
      const attributes = [...node.attributes].map(({ name, value }) => [name, value]);
      reader.open(node.localName, Object.fromEntries(attributes));
      readInside(node);
      reader.close();
    }
  };
  readInside(body);
  return reader.finish();
}
