import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { database } from '@/models/database.server';
import { SalesContext } from './components/ui/sales';
import { settings } from './config/env.server';
import { log } from './config/log.server';
import { DocumentContext } from './document-context';
import { languageOf } from './http/headers/language.server';
import { formTargets, storageSources } from './http/server/csp-sources.server';
import type { LoadContext } from './http/server/load-context.server';
import { isOutage, OUTAGE_RETRY_SECONDS } from './http/server/outage.server';
import { textsOf } from './i18n/texts.server';

database();

/** Called in a child process before its first request. */
export { warmUp } from './http/offload/warm-up.server';

/** Renders a page without hydration: it works without scripts, and `entry.client.ts` attaches the islands. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext?: { requestId?: string },
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const language = await languageOf(request);
  const errorStatus = context.staticHandlerContext.errors ? status : undefined;
  const markup = renderToStaticMarkup(
    <DocumentContext.Provider value={{ nonce, entryScript: context.manifest.entry.module, errorStatus }}>
      <SalesContext.Provider value={settings.sells}>
        <I18nextProvider i18n={textsOf(language)}>
          <RemixServer context={context} url={request.url} />
        </I18nextProvider>
      </SalesContext.Provider>
    </DocumentContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(nonce));
  headers.set('Cache-Control', 'private, no-store');
  if (!loadContext?.requestId) addSecurityHeaders(headers);
  // Remix keeps the status of a thrown response, but drops its headers.
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
  return new Response(`<!DOCTYPE html>${markup}`, { status, headers });
}

/** Headers that our own server sets on every response, for pages served by another one (remix-serve). */
function addSecurityHeaders(headers: Headers): void {
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
}

function contentSecurityPolicy(nonce: string): string {
  // Vite's development server inlines styles and reloads the page through a web socket.
  const [styles, connections] = import.meta.env.DEV ? [" 'unsafe-inline'", ' ws:'] : ['', ''];
  const bucket = storageSources();
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    // A chosen or recorded file is measured before the upload.
    `media-src ${["'self'", 'blob:', ...bucket.media].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...bucket.connections].join(' ')}${connections}`,
    // Voice activity is detected in a web worker, which has the policy of its own URL: none.
    "worker-src 'self'",
    `form-action ${["'self'", ...formTargets()].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Single-fetch responses hold data of the signed-in user, as pages do. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** Logs bugs once, by the id in the response's X-Request-Id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: Partial<LoadContext> },
): void {
  if (request.signal.aborted || context?.disconnected?.aborted) return;
  // A 404 or 405 without a route: its message contains the URL, which may be a secret.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isOutage(error)) return;
  log.error({ error, requestId: context?.requestId }, 'a request failed');
}
