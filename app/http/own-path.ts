/** A redirect target given from outside, kept only when it is a path on this site; '/' otherwise. */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || /[\p{Cc}\\]/u.test(target) || !isPath(target)) return '/';
  const { host, pathname, search, hash } = new URL(target, 'http://own.invalid');
  // Without its dots a path may begin with two slashes, which name another site.
  return host === 'own.invalid' && isPath(pathname) ? pathname + search + hash : '/';
}

const isPath = (target: string) => /^\/(?!\/)/.test(target);
