import { inflateSync } from 'node:zlib';

/** Content extracted from a PDF, page by page. */
export interface ReadPdf {
  pages: PdfPage[];
  /** Names of the embedded fonts. */
  fonts: string[];
  title: string;
  language: string;
}

export interface PdfPage {
  /** Text decoded from its glyphs; pieces at one height are joined, in drawing order. */
  lines: string[];
  /** Replacement texts for characters missing in the font (ISO 32000-1, 14.9.4). */
  actualTexts: string[];
  /** Fill colours of rectangles, RGB in hex. */
  fills: string[];
}

interface PdfObject {
  head: string;
  content: string;
}

/**
 * Reads the subset of PDF that pdfkit writes (ISO 32000-1): plain objects, deflated streams, and text in
 * fonts with ToUnicode maps.
 * @throws Error when the file is truncated, or its cross-reference table is wrong
 */
export function readPdf(file: Uint8Array): ReadPdf {
  const source = Buffer.from(file).toString('latin1');
  checkFrame(source);
  const objects = objectsOf(source);
  const object = (reference: string | undefined) => objects.get(Number(reference))!;
  const all = [...objects.values()];
  const pages = all.filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  const fontMaps = new Map<string, Map<string, string>>();
  const mapOf = (reference: string) => {
    const known = fontMaps.get(reference) ?? toUnicode(object(find(object(reference).head, 'ToUnicode')));
    fontMaps.set(reference, known);
    return known;
  };
  return {
    pages: pages.map(({ head }) => {
      const resources = object(find(head, 'Resources')).head;
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, reference]) => [
          name!,
          mapOf(reference!),
        ]),
      );
      return readPage(object(find(head, 'Contents')).content, fonts);
    }),
    fonts: all.flatMap(({ head }) => {
      const [, name] = /\/FontName \/(\S+)/.exec(head) ?? [];
      return name && object(find(head, 'FontFile2')) ? [name] : [];
    }),
    title: textString(object(find(source, 'Title')).head.trim().slice(1, -1)),
    language: /\/Lang \((\S+)\)/.exec(source)?.[1] ?? '',
  };
}

function checkFrame(source: string): void {
  const [, offset] = /startxref\n(\d+)\n%%EOF\s*$/.exec(source) ?? [];
  const table = source.slice(Number(offset));
  const entries = [...table.matchAll(/^(\d{10}) 00000 n/gm)];
  const astray = entries.filter(
    ([, at], index) => !source.startsWith(`${index + 1} 0 obj`, Number(at)),
  ).length;
  if (!source.startsWith('%PDF-1.3') || entries.length === 0 || astray > 0)
    throw new Error('not a whole PDF');
}

function objectsOf(source: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const pattern = /^(\d+) 0 obj\n/gm;
  for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
    const from = pattern.lastIndex;
    const head = source.slice(from, source.indexOf('endobj', from)).split('\nstream\n')[0]!;
    const length = find(head, 'Length');
    const start = from + head.length + '\nstream\n'.length;
    const bytes = Buffer.from(source.slice(start, start + Number(length ?? 0)), 'latin1');
    const content = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(Number(found[1]), { head, content: content.toString('latin1') });
    pattern.lastIndex = length ? start + Number(length) : from + head.length;
  }
  return objects;
}

const find = (head: string, key: string) => new RegExp(`/${key} (\\d+)`).exec(head)?.[1];

/** Characters by glyph, from the ranges of a CMap (9.10.3). */
function toUnicode({ content }: PdfObject): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first, , list] of content.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    [...list!.matchAll(/<([\w ]*)>/g)].forEach(([, hex], index) => {
      const glyph = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0');
      map.set(glyph, utf16(hex!.replaceAll(' ', '')));
    });
  }
  return map;
}

function readPage(content: string, fonts: Map<string, Map<string, string>>): PdfPage {
  const byHeight = new Map<string, string[]>();
  let font = new Map<string, string>();
  let height = '';
  for (const [, y, name, shown] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g)) {
    if (y) height = y;
    else if (name) font = fonts.get(name)!;
    else {
      const glyphs = [...shown!.matchAll(/<(\w*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
      const line = byHeight.get(height) ?? [];
      line.push(glyphs.map((glyph) => font.get(glyph)!).join(''));
      byHeight.set(height, line);
    }
  }
  return {
    lines: [...byHeight.values()].map((pieces) => pieces.join('').trim()),
    actualTexts: [...content.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, text]) =>
      textString(text!),
    ),
    fills: [...content.matchAll(/ re\n\/DeviceRGB cs\n(\S+) (\S+) (\S+) scn\nf\n/g)].map(([, ...channels]) =>
      rgb(channels),
    ),
  };
}

const rgb = (channels: string[]) =>
  channels
    .map((channel) =>
      Math.round(Number(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Decodes a text string: UTF-16 with a byte order mark, else Latin-1 (7.9.2.2). */
function textString(literal: string): string {
  const bytes = literal.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
  return bytes.startsWith('\xfe\xff') ? utf16(Buffer.from(bytes.slice(2), 'latin1').toString('hex')) : bytes;
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
