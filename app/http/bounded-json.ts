import { AppError } from '@/app/domain/errors';

/** Nothing that an island sends is deeper, or of more values. Parsed, such a text would weigh many times as much. */
const DEEPEST = 20;
const MOST_VALUES = 2_000_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const OPENING = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((sign) => sign.charCodeAt(0)));

/** @throws AppError 'form.malformed' for what is no JSON, is nested deeper than 20 times or holds over 2 million values */
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
    if (depth > DEEPEST || values > MOST_VALUES) return false;
  }
  return true;
}
