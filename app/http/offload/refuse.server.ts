import type { RequestHandler } from 'express';
import type { Refusal } from '../load-context.server';

/** Shows a page that says why, in the place of what was asked for; nothing of that is done. */
export function refuse([request, response, next]: Parameters<RequestHandler>, refusal: Refusal): void {
  response.locals.refusal = refusal;
  if (request.method !== 'HEAD') request.method = 'GET';
  // The address that Remix goes by; in the browser it stays as it was.
  request.originalUrl = '/refused';
  next();
}
