/** A redirect target given from outside, kept only when it is a path on this site; '/' otherwise. */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || /[\p{Cc}\\]/u.test(target) || !isPath(target)) return '/';
  const { host, pathname, search, hash } = new URL(target, 'http://own.invalid');
  // Without its dots a path may begin with two slashes, which name another site.
  return host === 'own.invalid' && isPath(pathname) ? pathname + search + hash : '/';
}

/** The page of ours that a form was on, '/' when the browser does not say. */
export function refererPath({ headers, url }: Request): string {
  const { pathname, search } = new URL(headers.get('Referer') ?? '/', url);
  return ownPath(pathname + search);
}

const isPath = (target: string) => /^\/(?!\/)/.test(target);

/** The address of a page of ours that leads on to another one, `/` being where it leads by itself. */
export function withReturnTo(page: string, returnTo: string): string {
  return returnTo === '/' ? page : `${page}?${new URLSearchParams({ returnTo })}`;
}
