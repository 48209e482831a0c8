import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { database } from '@/models/database.server';
import { log } from './config/log.server';
import { DocumentContext } from './document-context';
import { formTargets } from './http/form-targets.server';
import { languageOf } from './http/language.server';
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
  return new Response(`<!DOCTYPE html>${markup}`, { status, headers });
}

function contentSecurityPolicy(nonce: string): string {
  // Vite's development server writes styles into the page and reloads it through a web socket.
  const [styles, connections] = import.meta.env.DEV ? [" 'unsafe-inline'", ' ws:'] : ['', ''];
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    // What a person chose or recorded is measured before it is sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${connections}`,
    `form-action ${["'self'", ...formTargets()].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Bugs are logged once, here, by the id that the answer carries in X-Request-Id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: { requestId?: string } },
): void {
  if (request.signal.aborted) return;
  log.error({ error, requestId: context?.requestId }, 'a request failed');
}
