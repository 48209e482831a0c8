import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import { isDiskFull } from '@/app/domain/disk-full';
import {
  isDatabaseDown,
  isDatabaseUnavailable,
  reportOutage,
} from '@/app/services/platform/system/database-outage.server';
import { diskFullResponse } from '../forms/full-disk.server';
import { resolvePath } from '../headers/requested-path';

/** Retry-After of the outage page. */
export const OUTAGE_RETRY_SECONDS = 10;

/** Health checks report the outage themselves. */
const ALWAYS_OPEN = /^\/(healthz|readyz)$/;

/** Shows the outage page while the database is unavailable, without querying it again. */
export const closeForOutage: RequestHandler = (request, response, next) => {
  if (isDatabaseDown() && !ALWAYS_OPEN.test(resolvePath(request.originalUrl))) showOutage(request, response);
  next();
};

/** Whether an error means that the database is unavailable; if so, records the outage. */
export function isOutage(error: unknown): boolean {
  if (!isDatabaseUnavailable(error)) return false;
  void reportOutage(error);
  return true;
}

/** Rewrites the request to the page of a database outage. */
export function showOutage(request: Request, response: Response): void {
  if (request.method !== 'HEAD') request.method = 'GET';
  // Remix routes by `originalUrl`; the URL in the browser does not change.
  request.originalUrl = '/outage';
  response.locals.isOutage = true;
}

export const outageResponse = () =>
  new globalThis.Response(null, { status: 503, headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) } });

/**
 * Wraps the loaders and actions of a build: they respond with 503 during a database outage and with 507 when
 * the disk is full, instead of a bug's 500.
 */
export function withErrorStatuses(
  build: ServerBuild | (() => Promise<ServerBuild>),
): ServerBuild | (() => Promise<ServerBuild>) {
  return typeof build === 'function' ? async () => wrapBuild(await build()) : wrapBuild(build);
}

function wrapBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      loader: loader && withErrorStatus(loader),
      action: action && withErrorStatus(action),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

function withErrorStatus<Handle extends LoaderFunction | ActionFunction>(handle: Handle): Handle {
  const answer = async (...args: Parameters<Handle>) => {
    try {
      return await (handle as (...args: Parameters<Handle>) => unknown)(...args);
    } catch (error) {
      if (isOutage(error)) throw outageResponse();
      throw isDiskFull(error) ? diskFullResponse(error) : error;
    }
  };
  return answer as unknown as Handle;
}
