import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { narrowBuild } from '../server/narrow-build';
import { resolvePath } from '../server/outage.server';

const ROUTE = 'routes/api/api';
/** What Remix sees of every call. */
const ROUTE_PATH = '/api/call';

interface Answering {
  build: ServerBuild | (() => Promise<ServerBuild>);
  getLoadContext: GetLoadContextFunction;
}

/**
 * Answers what is called below /api by the route of the API. Remix does not see the address called: its router would
 * compare it with every page, and read suffixes (`.data`) and fields (`_data`) of it as its own.
 */
export function answerCalls({ build, getLoadContext }: Answering): RequestHandler {
  const handle = createRequestHandler({
    build:
      typeof build === 'function' ? async () => narrowBuild(await build(), ROUTE) : narrowBuild(build, ROUTE),
    getLoadContext: async (request, response) => ({
      ...(await getLoadContext(request, response)),
      called: response.locals.called as string,
    }),
  });
  return (request, response, next) => {
    if (!/^\/api(\/|$)/i.test(resolvePath(request.originalUrl))) return next();
    response.locals.called = request.originalUrl;
    request.originalUrl = ROUTE_PATH;
    return handle(request, response, next);
  };
}
