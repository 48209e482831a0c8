import { IDENTITY_PROVIDERS } from '@/app/domain/account/identity-provider';

/** Static segments of all route paths, in lower case: path segments that are neither ids nor tokens. */
export function staticSegmentsOf(routes: Record<string, { path?: string } | undefined>): Set<string> {
  const segments = Object.values(routes).flatMap((route) => route?.path?.split('/') ?? []);
  const fixed = segments.filter((segment) => !/^[:*]/.test(segment));
  return new Set([...fixed, ...Object.keys(IDENTITY_PROVIDERS)].map((word) => word.toLowerCase()));
}

/**
 * Redacts a path for the log: keeps static segments alone. Any other segment may be a secret, such as the
 * token of a shared transcription, in any case or encoding.
 */
export function redactPath(requested: string, words: Set<string>): string {
  const shown = requested
    .split('/')
    .filter(Boolean)
    .map((segment) => (words.has(normaliseSegment(segment)) ? normaliseSegment(segment) : '…'));
  return `/${shown.filter((segment, index) => segment !== '…' || shown[index - 1] !== '…').join('/')}`;
}

/** Normalises like Remix, whose routes ignore case; a page's data request ends in `.data`. */
function normaliseSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
      .toLowerCase()
      .replace(/\.data$/, '');
  } catch {
    return '…';
  }
}
