import type { RequestHandler } from 'express';
import { settings } from '@/app/config/env.server';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Accept-Language';
const EXPOSED = 'Content-Disposition, ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** Browsers keep no answer to a preflight for longer. */
const PREFLIGHT_SECONDS = '7200';

/** Pages of the origins in API_ORIGINS may call the API, with tokens and never with cookies (CORS). */
export const allowApiOrigins: RequestHandler = (request, response, next) => {
  const origin = request.get('Origin');
  if (settings.apiOrigins.length > 0) response.vary('Origin');
  const isAllowed = origin !== undefined && settings.apiOrigins.includes(origin);
  if (isAllowed)
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
  if (request.method !== 'OPTIONS') return next();
  if (isAllowed) {
    response.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    });
  }
  response.status(204).end();
};
