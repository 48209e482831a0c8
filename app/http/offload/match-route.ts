import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { API_WORK, ROUTE_WORK, type RouteWork } from './route-work';

type RouteObject = Parameters<typeof matchRoutes>[0][number];

export interface MatchedRoute {
  name: string;
  work: RouteWork;
  params: Readonly<Record<string, string | undefined>>;
  /** Kind of the text that `publicId` names. */
  text: 'transcript' | 'document';
  /** Whoever calls is named by the bearer token, not by cookies. */
  isApi: boolean;
}

/** Matches a path to its route like Remix, whatever its case, escapes or `.data` suffix. */
export function createRouteMatcher(routes: ServerBuild['routes']): (path: string) => MatchedRoute | null {
  const tree = treeOf(routes);
  return (path) => {
    const match = matchRoutes(tree, path.replace(/\.data$/, ''))?.at(-1);
    if (!match) return null;
    const name = match.route.id!.replace(/^routes\//, '');
    if (name === API_ROUTE) return matchApi(path);
    const text = name.startsWith('document/') ? 'document' : 'transcript';
    return { name, work: ROUTE_WORK[name] ?? 'light', params: match.params, text, isApi: false };
  };
}

const API_ROUTE = 'api/api';

const apiTree: RouteObject[] = Object.keys(API_WORK).map((path) => ({ id: path, path }));

function matchApi(path: string): MatchedRoute {
  const match = matchRoutes(apiTree, path)?.at(-1);
  const { work, text } = API_WORK[match?.route.id ?? ''] ?? { work: 'light', text: 'transcript' };
  return { name: API_ROUTE, work, text, params: match?.params ?? {}, isApi: true };
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const about = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) };
    return [index ? { ...about, index } : { ...about, children: treeOf(routes, id) }];
  });
}
