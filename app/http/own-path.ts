/** A redirect target given from outside, kept only when it is a path on this site; '/' otherwise. */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return '/';
  if (/[\p{Cc}\\]/u.test(target)) return '/';
  const url = new URL(target, 'http://own.invalid');
  return url.host === 'own.invalid' ? url.pathname + url.search + url.hash : '/';
}
