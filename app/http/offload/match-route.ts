import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { createOperationTable } from '../api/match-operation';
import { API_WORK, ROUTE_WORK, type RouteWork } from './route-work';

type RouteObject = Parameters<typeof matchRoutes>[0][number];

export interface MatchedRoute {
  name: string;
  /** Such as `/transcriptions/:publicId`. */
  pattern: string;
  work: RouteWork;
  params: Readonly<Record<string, string | undefined>>;
  /** Kind of the text that `publicId` names. */
  text: 'transcript' | 'document';
  /** Whoever calls is named by the bearer token, not by cookies. */
  isApi: boolean;
}

/** Matches a path to its route: a page's like Remix, whatever its case, escapes or `.data` suffix; a call's as the API does. */
export function createRouteMatcher(routes: ServerBuild['routes']): (path: string) => MatchedRoute | null {
  const tree = treeOf(routes);
  return (path) => {
    if (path.startsWith('/api/')) return matchApi(path);
    const matches = matchRoutes(tree, path.replace(/\.data$/, ''));
    const match = matches?.at(-1);
    if (!matches || !match) return null;
    const name = match.route.id!.replace(/^routes\//, '');
    const text = name.startsWith('document/') ? 'document' : 'transcript';
    const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`.replace(/\/+/g, '/');
    return { name, pattern, work: ROUTE_WORK[name] ?? 'light', params: match.params, text, isApi: false };
  };
}

const API_ROUTE = 'api/api';

const apiTable = createOperationTable(
  Object.entries(API_WORK).map(([path, about]) => ({
    ...about,
    method: 'GET' as const,
    path: path.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}'),
  })),
);

/** Whatever the method: what it costs is by the path. */
function matchApi(path: string): MatchedRoute {
  const found = apiTable.match('GET', path.replace(/^\/api/, ''));
  const { work, text } = found?.operation ?? { work: 'light', text: 'transcript' };
  const pattern = found ? `/api${found.operation.path}` : '/api/*';
  return { name: API_ROUTE, pattern, work, text, params: found?.params ?? {}, isApi: true };
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const about = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) };
    return [index ? { ...about, index } : { ...about, children: treeOf(routes, id) }];
  });
}
