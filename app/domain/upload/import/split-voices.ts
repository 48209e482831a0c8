export interface VoicePart {
  /** Null without a voice. */
  speaker: string | null;
  text: string;
}

/** Tags of captions and those of HTML that players of SubRip know. */
const KNOWN_TAGS = new Set('b br c em font i lang p rt ruby s span strong u v'.split(' '));

const ENTITIES: Record<string, string> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lrm: '',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  rlm: '',
};

const TURN = /^\s*(?:[-–—]|>>)\s*(?=\S)/;

/**
 * The text of a cue without its markup, by voice (`<v Ana>`); where each of several lines begins with a dash,
 * each is another voice. In WebVTT every tag is markup; in SubRip those that players know, the rest is text.
 */
export function splitVoices(lines: readonly string[], format: 'srt' | 'vtt'): VoicePart[] {
  const said = lines.filter((line) => line.trim() !== '');
  const areTurns = said.length > 1 && said.every((line) => TURN.test(line));
  const joined = areTurns ? said.map((line) => line.replace(TURN, '')) : [said.join('\n')];
  const parts: VoicePart[] = [];
  for (const text of joined) {
    const source = format === 'srt' ? text.replace(/\{\\[^{}]{0,200}\}/g, '') : text;
    // A voice goes on in the next line until its end tag.
    parts.push({ speaker: parts.at(-1)?.speaker ?? null, text: '' });
    for (const piece of piecesOf(source)) addPiece(parts, piece, format);
  }
  return parts
    .map(({ speaker, text }) => ({ speaker, text: oneLine(format === 'vtt' ? unescaped(text) : text) }))
    .filter(({ text }) => text !== '');
}

/** Texts and tags in turn; a tag stands in `tag` without its brackets. */
type Piece = { text: string } | { tag: string; whole: string };

function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<', at);
    const close = start < 0 ? -1 : source.indexOf('>', start);
    if (close < 0) {
      pieces.push({ text: source.slice(at) });
      break;
    }
    const whole = source.slice(start, close + 1);
    pieces.push({ text: source.slice(at, start) }, { tag: whole.slice(1, -1), whole });
    at = close + 1;
  }
  return pieces;
}

function addPiece(parts: VoicePart[], piece: Piece, format: 'srt' | 'vtt'): void {
  const last = parts.at(-1)!;
  if ('text' in piece) {
    last.text += piece.text;
    return;
  }
  const { tag, whole } = piece;
  const name = /^\/?([a-z]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (format === 'srt' && !KNOWN_TAGS.has(name)) last.text += whole;
  else if (name === 'v') {
    const speaker = tag.startsWith('/') ? null : oneLine(unescaped(tag.replace(/^v\S*/i, ''))) || null;
    parts.push({ speaker, text: '' });
  } else if (name === 'br') last.text += ' ';
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** SubRip has no escapes. */
const unescaped = (text: string) =>
  text.replace(/&(?:([a-z]{2,5})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
