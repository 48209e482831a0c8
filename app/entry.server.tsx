import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { database } from '@/models/database.server';
import { log } from './config/log.server';
import { DocumentContext } from './document-context';
import { formTargets } from './http/form-targets.server';
import { languageOf } from './http/language.server';
import { isOutage, OUTAGE_RETRY_SECONDS } from './http/outage.server';
import { storageSources } from './http/storage-sources.server';
import { textsIn } from './i18n/texts.server';

database();

/**
 * Renders a page. Celeste does not hydrate: what arrives is plain markup that works as it is, and
 * `entry.client.ts` attaches the islands to it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext?: { requestId?: string },
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const language = await languageOf(request);
  const markup = renderToStaticMarkup(
    <DocumentContext.Provider value={{ nonce, entryScript: context.manifest.entry.module }}>
      <I18nextProvider i18n={textsIn(language)}>
        <RemixServer context={context} url={request.url} />
      </I18nextProvider>
    </DocumentContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(nonce));
  headers.set('Cache-Control', 'private, no-store');
  if (!loadContext?.requestId) addHeadersOfServer(headers);
  // A page's status comes without the headers of the answer that was thrown for it.
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
  return new Response(`<!DOCTYPE html>${markup}`, { status, headers });
}

/** What our own server says of every answer, for pages that another one serves. */
function addHeadersOfServer(headers: Headers): void {
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
}

function contentSecurityPolicy(nonce: string): string {
  // Vite's development server writes styles into the page and reloads it through a web socket.
  const [styles, connections] = import.meta.env.DEV ? [" 'unsafe-inline'", ' ws:'] : ['', ''];
  const bucket = storageSources();
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    // What a person chose or recorded is measured before it is sent.
    `media-src ${["'self'", 'blob:', ...bucket.media].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...bucket.connections].join(' ')}${connections}`,
    // Sound is looked for in a worker, which has the policy of its own address: none.
    "worker-src 'self'",
    `form-action ${["'self'", ...formTargets()].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What a page's loader says belongs to whoever is signed in, as the page does. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** Bugs are logged once, here, by the id that the answer carries in X-Request-Id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: { requestId?: string } },
): void {
  if (request.signal.aborted) return;
  // Of a method or an address that no route takes; it would tell the address, which may be a secret.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isOutage(error)) return;
  log.error({ error, requestId: context?.requestId }, 'a request failed');
}
