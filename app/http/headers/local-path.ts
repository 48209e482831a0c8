/** Sanitises a redirect target against open redirects: a path on this site, '/' for anything else. */
export function localPath(target: unknown): string {
  if (typeof target !== 'string' || /[\p{Cc}\\]/u.test(target) || !isPath(target)) return '/';
  const { host, pathname, search, hash } = new URL(target, 'http://own.invalid');
  // With its dot segments removed a path may start with two slashes, which name another site.
  return host === 'own.invalid' && isPath(pathname) ? pathname + search + hash : '/';
}

/** The local path of the Referer; '/' without one. */
export function localReferer({ headers, url }: Request): string {
  const { pathname, search } = new URL(headers.get('Referer') ?? '/', url);
  return localPath(pathname + search);
}

const isPath = (target: string) => /^\/(?!\/)/.test(target);

/** Adds `?returnTo=` to a page's path, unless it is the default '/'. */
export function withReturnTo(page: string, returnTo: string): string {
  return returnTo === '/' ? page : `${page}?${new URLSearchParams({ returnTo })}`;
}
