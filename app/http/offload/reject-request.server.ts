import type { RequestHandler } from 'express';
import type { Rejection } from '../server/load-context.server';

/** Rejects a request with an error page in its place; its route does not run. */
export function rejectRequest(
  [request, response, next]: Parameters<RequestHandler>,
  rejection: Rejection,
): void {
  response.locals.refusal = rejection;
  if (request.method !== 'HEAD') request.method = 'GET';
  // Remix routes by `originalUrl`; the URL in the browser does not change.
  request.originalUrl = '/refused';
  next();
}
