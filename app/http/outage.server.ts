import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import { isDiskFull } from '@/app/domain/disk-full';
import { isDatabaseAway, isDatabaseOut, noteOutage } from '@/app/services/system/database-outage.server';
import { fullDiskAnswer } from './full-disk.server';
import { pathOf } from './requested-path';

/** Retry-After of the outage page. */
export const OUTAGE_RETRY_SECONDS = 10;

/** Health checks report the outage themselves. */
const OPEN = /^\/(healthz|readyz)$/;

/** Shows the outage page while the database is unavailable, without querying it again. */
export const closeForOutage: RequestHandler = (request, response, next) => {
  if (isDatabaseOut() && !OPEN.test(pathOf(request.originalUrl))) showOutage(request, response);
  next();
};

/** Whether an error means that the database is unavailable; if so, records the outage. */
export function isOutage(error: unknown): boolean {
  if (!isDatabaseAway(error)) return false;
  void noteOutage(error);
  return true;
}

/** Rewrites the request to the page of a database outage. */
export function showOutage(request: Request, response: Response): void {
  if (request.method !== 'HEAD') request.method = 'GET';
  // Remix routes by `originalUrl`; the URL in the browser does not change.
  request.originalUrl = '/outage';
  response.locals.isOutage = true;
}

export const outageAnswer = () =>
  new globalThis.Response(null, { status: 503, headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) } });

/**
 * Wraps the loaders and actions of a build: they respond with 503 during a database outage and with 507 when
 * the disk is full, instead of a bug's 500.
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
