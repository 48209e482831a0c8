import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { narrowBuild } from './narrow-build';
import { createRouteTable } from './route-table';

interface Answering {
  build: ServerBuild | (() => Promise<ServerBuild>);
  getLoadContext: GetLoadContextFunction;
}

/**
 * Answers pages and resources, each by a build of its own route and of those around it: Remix compiles and compares all
 * routes of a build several times for each request. What names routes in other ways is answered by the whole build.
 */
export function answerPages(answering: Answering): RequestHandler {
  const { build, getLoadContext } = answering;
  const answerWhole = createRequestHandler(answering);
  if (typeof build === 'function') return answerWhole;
  const routeOf = createRouteTable(build.routes);
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (id: string) => {
    const handler =
      handlers.get(id) ?? createRequestHandler({ build: narrowBuild(build, id), getLoadContext });
    handlers.set(id, handler);
    return handler;
  };
  return (request, response, next) => {
    const { pathname, searchParams } = new URL(`http://any${request.originalUrl}`);
    const route = isOfRemix(pathname, searchParams) ? null : routeOf(pathname);
    return (route ? handlerOf(route.id) : answerWhole)(request, response, next);
  };
}

/** Asked by Remix's own scripts: for the data of a page, or for its table of routes. */
const isOfRemix = (path: string, search: URLSearchParams) =>
  path.endsWith('.data') || path === '/__manifest' || search.has('_data');
