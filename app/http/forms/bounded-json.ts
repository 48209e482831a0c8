import { AppError } from '@/app/domain/errors';

/** Checked before parsing: parsed values take many times the memory of their text. */
const MAX_DEPTH = 20;
const MAX_VALUES = 2_000_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const DEPTH_CHANGES = new Map([...'[{]}'].map((sign, at) => [sign.charCodeAt(0), at < 2 ? 1 : -1]));

/** @throws AppError 'form.malformed' for invalid JSON, too deep a nesting or too many values */
export function parseBoundedJson(text: string): unknown {
  if (!isBounded(text)) throw new AppError('form.malformed');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('form.malformed');
  }
}

function isBounded(text: string): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    const change = DEPTH_CHANGES.get(code) ?? 0;
    depth += change;
    if (change > 0 || code === COMMA) values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
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
