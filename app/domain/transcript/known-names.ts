import { isAnonymous } from './speaker';

/** Names that an account is offered again. */
export const MAX_KNOWN_NAMES = 200;

/** What a machine or a form calls somebody without a name. */
const PLACEHOLDER = /^(pessoa|voz|falante|speaker|person|voice)[\s_-]*([a-z]|\d+)$/i;

/** Names that were used last come first; labels without a name are not remembered. */
export function rememberNames(known: readonly string[], used: Iterable<string>): string[] {
  const real = [...used].filter((name) => !isAnonymous(name) && !PLACEHOLDER.test(name));
  return [...new Set([...real, ...known])].slice(0, MAX_KNOWN_NAMES);
}
