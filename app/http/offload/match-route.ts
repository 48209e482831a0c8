import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { ROUTE_WORK, type RouteWork } from './route-work';

type RouteObject = Parameters<typeof matchRoutes>[0][number];

export interface MatchedRoute {
  name: string;
  work: RouteWork;
  params: Readonly<Record<string, string | undefined>>;
}

/** Matches a path to its route like Remix, whatever its case, escapes or `.data` suffix. */
export function createRouteMatcher(routes: ServerBuild['routes']): (path: string) => MatchedRoute | null {
  const tree = treeOf(routes);
  return (path) => {
    const match = matchRoutes(tree, path.replace(/\.data$/, ''))?.at(-1);
    if (!match) return null;
    const name = match.route.id!.replace(/^routes\//, '');
    return { name, work: ROUTE_WORK[name] ?? 'light', params: match.params };
  };
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const about = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) };
    return [index ? { ...about, index } : { ...about, children: treeOf(routes, id) }];
  });
}
