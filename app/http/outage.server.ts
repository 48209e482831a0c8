import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import { isDiskFull } from '@/app/domain/disk-full';
import { isDatabaseAway, isDatabaseOut, noteOutage } from '@/app/services/system/database-outage.server';
import { fullDiskAnswer } from './full-disk.server';
import { pathOf } from './requested-path';

/** How long to stay away before asking again. */
export const OUTAGE_RETRY_SECONDS = 10;

/** What operators ask, to learn just that. */
const OPEN = /^\/(healthz|readyz)$/;

/** While the database is not to be reached shows the page that says so, without asking it again. */
export const closeForOutage: RequestHandler = (request, response, next) => {
  if (isDatabaseOut() && !OPEN.test(pathOf(request.originalUrl))) showOutage(request, response);
  next();
};

/** Whether an error is the database's being away, which is noted then. */
export function isOutage(error: unknown): boolean {
  if (!isDatabaseAway(error)) return false;
  void noteOutage(error);
  return true;
}

/** Shows the page that says that the database is away, whatever was asked. */
export function showOutage(request: Request, response: Response): void {
  if (request.method !== 'HEAD') request.method = 'GET';
  // The address that Remix goes by; in the browser it stays as it was.
  request.originalUrl = '/outage';
  response.locals.isOutage = true;
}

export const outageAnswer = () =>
  new globalThis.Response(null, { status: 503, headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) } });

/**
 * The build, whose loaders and actions answer 503 when the database goes away under them, and 507 when the disk is
 * full: nobody's mistakes.
 */
export function withHonestAnswers(
  build: ServerBuild | (() => Promise<ServerBuild>),
): ServerBuild | (() => Promise<ServerBuild>) {
  return typeof build === 'function' ? async () => withAnswers(await build()) : withAnswers(build);
}

function withAnswers(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = { ...route.module, loader: loader && honest(loader), action: action && honest(action) };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

function honest<Handle extends LoaderFunction | ActionFunction>(handle: Handle): Handle {
  const answer = async (...args: Parameters<Handle>) => {
    try {
      return await (handle as (...args: Parameters<Handle>) => unknown)(...args);
    } catch (error) {
      if (isOutage(error)) throw outageAnswer();
      throw isDiskFull(error) ? fullDiskAnswer(error) : error;
    }
  };
  return answer as unknown as Handle;
}
