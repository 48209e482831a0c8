import type { Request, RequestHandler, Response } from 'express';
import {
  isDatabaseDown,
  isDatabaseUnavailable,
  reportOutage,
} from '@/app/services/platform/system/database-outage.server';

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

export function showOutage(request: Request, response: Response): void {
  showInstead(request, '/outage');
  response.locals.isOutage = true;
}

/** Shows a page under the same URL, and runs no action: Remix routes by `originalUrl`. A program gets JSON. */
export function showInstead(request: Request, page: string): void {
  if (request.method !== 'HEAD') request.method = 'GET';
  const [api = ''] = /^\/api(\/v1)?(?=\/|$)/i.exec(resolvePath(request.originalUrl)) ?? [];
  request.originalUrl = api + page;
}

export const outageResponse = () =>
  new globalThis.Response(null, { status: 503, headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) } });

/** The path of a request target with dot segments resolved, as Remix resolves it. */
export const resolvePath = (requested: string): string => new URL(`http://any${requested}`).pathname;
