import { IDENTITY_PROVIDERS } from '@/app/domain/account/identity';

/** The words that stand in the addresses of routes, in lower case: what a path says beside ids and tokens. */
export function wordsOf(routes: Record<string, { path?: string } | undefined>): Set<string> {
  const segments = Object.values(routes).flatMap((route) => route?.path?.split('/') ?? []);
  const fixed = segments.filter((segment) => !/^[:*]/.test(segment));
  return new Set([...fixed, ...Object.keys(IDENTITY_PROVIDERS)].map((word) => word.toLowerCase()));
}

/**
 * A path with its known words alone. All else may be a secret: the address of a shared transcription is all that it
 * takes to read it, in whatever case and encoding somebody asks for it.
 */
export function pathToLog(requested: string, words: Set<string>): string {
  const shown = requested
    .split('/')
    .filter(Boolean)
    .map((segment) => (words.has(plain(segment)) ? plain(segment) : '…'));
  return `/${shown.filter((segment, index) => segment !== '…' || shown[index - 1] !== '…').join('/')}`;
}

/** As routes read it, which know no case; a page's data has its address with an ending. */
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment)
      .toLowerCase()
      .replace(/\.data$/, '');
  } catch {
    return '…';
  }
}
