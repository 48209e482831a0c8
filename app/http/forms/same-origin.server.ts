import type { RequestHandler } from 'express';
import { settings } from '@/app/config/env.server';
import { isLoopback } from '@/app/config/is-loopback.server';
import { AppError } from '@/app/domain/errors';
import { isForwarded } from '../headers/is-direct';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** CSRF check by the Origin header; every form is read through here. @throws AppError 'form.cross-site' */
export function assertSameOrigin({ method, headers }: Request): void {
  if (SAFE_METHODS.has(method)) return;
  if (!isSameOrigin(headers.get('Origin'), headers.get('Host'))) throw new AppError('form.cross-site');
}

/**
 * CSRF check of the Web Share Target: the browser itself posts what another app shares, on behalf of no page,
 * and marks it with Fetch Metadata headers that no page can set.
 * @throws AppError 'form.cross-site'
 */
export function assertSameOriginOrShared(request: Request): void {
  const fetchMetadata = (name: string) => request.headers.get(`Sec-Fetch-${name}`);
  const isShared =
    fetchMetadata('Site') === 'none' &&
    fetchMetadata('Mode') === 'navigate' &&
    fetchMetadata('Dest') === 'document';
  if (!isShared) assertSameOrigin(request);
}

/**
 * Bypasses Remix's own CSRF check in favour of assertSameOrigin. Remix responds with an empty 500, and
 * mistakes a proxy that renames the host for an attack.
 */
export const bypassRemixOriginCheck: RequestHandler = ({ headers }, _response, next) => {
  const { origin = null, host = null } = headers;
  if (!isSameOrigin(origin, host)) delete headers.origin;
  else if (!settings.isLocal || isForwarded(headers)) headers['x-forwarded-host'] = new URL(origin!).host;
  next();
};

/** In local mode any loopback hostname and port is accepted, when page and post share it. */
function isSameOrigin(origin: string | null, host: string | null): boolean {
  if (!settings.isLocal) return origin === new URL(settings.publicUrl).origin;
  return isLoopback(host ?? '') && origin === `http://${host}`;
}
