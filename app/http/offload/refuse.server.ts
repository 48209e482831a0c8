import type { RequestHandler } from 'express';
import type { Refusal } from '../load-context.server';

/** Rejects a request with an error page in its place; its route does not run. */
export function refuse([request, response, next]: Parameters<RequestHandler>, refusal: Refusal): void {
  response.locals.refusal = refusal;
  if (request.method !== 'HEAD') request.method = 'GET';
  // Remix routes by `originalUrl`; the URL in the browser does not change.
  request.originalUrl = '/refused';
  next();
}
