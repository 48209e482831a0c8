const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const DEPTH_CHANGES = new Map([...'[{]}'].map((sign, at) => [sign.charCodeAt(0), at < 2 ? 1 : -1]));

/** What a JSON text may cost: parsed values take many times the memory of their text. */
export interface JsonBounds {
  maxDepth: number;
  maxValues: number;
}

/** Looked at before parsing. @returns the first bound that a JSON text exceeds; null within both */
export function exceededJsonBound(
  text: string,
  { maxDepth, maxValues }: JsonBounds,
): 'depth' | 'values' | null {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    const change = DEPTH_CHANGES.get(code) ?? 0;
    depth += change;
    if (change > 0 || code === COMMA) values += 1;
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return null;
}

/** Position of the closing quote, or the end of an open string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
