import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

type Routes = ServerBuild['routes'];
type Candidate = Parameters<typeof matchRoutes>[0][number];

/** The route that answers a path, and the parameters of its pattern. */
export interface FoundRoute {
  id: string;
  /** Such as `/transcriptions/:publicId`. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the route of a path, whatever its case and escapes. Remix decides, but among those alone whose pattern has the
 * first segment and the length of the path: it compiles the pattern of each candidate for each request.
 */
export function createRouteTable(routes: Routes): (path: string) => FoundRoute | null {
  const leaves = leavesOf(routes);
  const anywhere = leaves.filter(({ path }) => isOpen(path));
  const byKey = new Map<string, Candidate[]>();
  for (const { path } of leaves) {
    const key = keyOf(path);
    if (!isOpen(path))
      byKey.set(
        key,
        leaves.filter((leaf) => isOpen(leaf.path) || keyOf(leaf.path) === key),
      );
  }
  return (path) => {
    const match = matchRoutes(byKey.get(keyOf(decodeSegments(path))) ?? anywhere, path)?.at(-1);
    return match ? { id: match.route.id!, pattern: `/${match.route.path}`, params: match.params } : null;
  };
}

/** Routes that have no others inside, with their whole path. */
function leavesOf(routes: Routes): (Candidate & { path: string })[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all
    .filter(({ id }) => !parents.has(id))
    .map(({ id, index, caseSensitive }) => ({
      id,
      path: branchOf(routes, id)
        .flatMap((each) => routes[each]?.path || [])
        .join('/'),
      ...(caseSensitive && { caseSensitive }),
      ...(index && { index }),
    }));
}

/** Ids of a route and of those around it, outermost first. */
export function branchOf(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return [...(parentId === undefined ? [] : branchOf(routes, parentId)), id];
}

/** Whether paths of other lengths, or with any first segment, match too. */
const isOpen = (path: string) => /^:|\*$|\?/.test(path);

function keyOf(path: string): string {
  const segments = path.replace(/\/+$/, '').replace(/^\//, '').split('/');
  return `${segments.length}/${segments[0]!.toLowerCase()}`;
}

function decodeSegments(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}
