import { AppError } from '@/app/domain/errors';

/**
 * Limits on JSON from islands, checked before parsing: parsed values take many times the memory of their
 * text.
 */
const MAX_DEPTH = 20;
const MAX_VALUES = 2_000_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const OPENING = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((sign) => sign.charCodeAt(0)));

/**
 * @throws AppError 'form.malformed' for invalid JSON, nesting deeper than 20 levels or more than 2 million
 *   values
 */
export function parseBoundedJson(text: string): unknown {
  if (!isBounded(text)) throw new AppError('form.malformed');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('form.malformed');
  }
}

function isBounded(text: string): boolean {
  let [depth, values, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) [depth, values] = [depth + 1, values + 1];
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
