import { AppError } from '@/app/domain/errors';
import { exceededJsonBound } from '@/app/domain/format/bounded-json';

const BOUNDS = { maxDepth: 20, maxValues: 2_000_000 };

/** @throws AppError 'form.malformed' for invalid JSON, too deep a nesting or too many values */
export function parseBoundedJson(text: string): unknown {
  if (exceededJsonBound(text, BOUNDS)) throw new AppError('form.malformed');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('form.malformed');
  }
}
