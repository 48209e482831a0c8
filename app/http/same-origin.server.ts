import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a post that did not come from one of our own pages. Every form is read through here.
 * @throws AppError 'form.cross-site' for a missing or foreign Origin
 */
export function assertSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get('Origin');
  if (origin === null || !ownOrigins(request).includes(origin)) throw new AppError('form.cross-site');
}

/** In local mode any loopback name and port will do, as long as page and post share it. */
function ownOrigins(request: Request): string[] {
  if (!settings.isLocal) return [new URL(settings.publicUrl).origin];
  const host = request.headers.get('Host') ?? '';
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
  return isLoopback ? [`http://${host}`] : [];
}
