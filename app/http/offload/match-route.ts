import type { ServerBuild } from '@remix-run/node';
import { createOperationTable } from '../api/match-operation';
import { createRouteTable, type FoundRoute } from '../server/route-table';
import { API_WORK, ROUTE_WORK, type RouteWork } from './route-work';

export interface MatchedRoute {
  name: string;
  /** Such as `/transcriptions/:publicId`. */
  pattern: string;
  work: RouteWork;
  params: FoundRoute['params'];
  /** Kind of the text that `publicId` names. */
  text: 'transcript' | 'document';
  /** Whoever calls is named by the bearer token, not by cookies. */
  isApi: boolean;
}

/** Matches a path to its route: a page's like Remix, whatever its case, escapes or `.data` suffix; a call's as the API does. */
export function createRouteMatcher(routes: ServerBuild['routes']): (path: string) => MatchedRoute | null {
  const routeOf = createRouteTable(routes);
  return (path) => {
    if (path.startsWith('/api/')) return matchApi(path);
    const found = routeOf(path.replace(/\.data$/, ''));
    if (!found) return null;
    const name = found.id.replace(/^routes\//, '');
    const text = name.startsWith('document/') ? 'document' : 'transcript';
    const { pattern } = found;
    return { name, pattern, work: ROUTE_WORK[name] ?? 'light', params: found.params, text, isApi: false };
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
