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

/** Matches a path to its route: a page's like Remix, whatever its case, escapes or `.data` suffix; a call's as written. */
export function createRouteMatcher(routes: ServerBuild['routes']): (path: string) => MatchedRoute | null {
  const tree = treeOf(routes);
  return (path) => {
    if (path.startsWith('/api/')) return matchApi(path);
    const match = matchRoutes(tree, path.replace(/\.data$/, ''))?.at(-1);
    if (!match) return null;
    const name = match.route.id!.replace(/^routes\//, '');
    const text = name.startsWith('document/') ? 'document' : 'transcript';
    return { name, work: ROUTE_WORK[name] ?? 'light', params: match.params, text, isApi: false };
  };
}

const API_ROUTE = 'api/api';

/** Fixed segments come before parameters, as in the table of operations. */
const apiPatterns = Object.entries(API_WORK)
  .toSorted(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')))
  .map(([path, about]) => ({
    ...about,
    pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
  }));

function matchApi(path: string): MatchedRoute {
  for (const { pattern, work, text } of apiPatterns) {
    const match = pattern.exec(path);
    if (match) return { name: API_ROUTE, work, text, params: { ...match.groups }, isApi: true };
  }
  return { name: API_ROUTE, work: 'light', text: 'transcript', params: {}, isApi: true };
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const about = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) };
    return [index ? { ...about, index } : { ...about, children: treeOf(routes, id) }];
  });
}
