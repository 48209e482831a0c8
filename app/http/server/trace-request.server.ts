import type { Attributes, Span } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { beginTrace, failSpan, runUnder } from '@/app/config/tracing.server';
import { redactPath } from '../headers/redact-path';

/** Asked every few seconds by whoever watches the server. */
const MONITORED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Methods of RFC 9110 and RFC 5789; the semantic conventions call any other one `_OTHER`. */
const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'],
]);

/**
 * Traces a request from its arrival to the end of its answer, and continues the trace of its `traceparent`. Neither
 * ids nor tokens, no query, header or body is written.
 * @param words static segments of all routes
 */
export const traceRequest =
  (words: Set<string>): RequestHandler =>
  (request, response, next) => {
    if (MONITORED.has(request.path)) return next();
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const attributes = {
      'http.request.method': method,
      'url.scheme': request.secure ? 'https' : 'http',
      'url.path': redactPath(request.path, words),
    };
    const name = method === '_OTHER' ? 'HTTP' : method;
    const startedAt = response.locals.startedAt as number;
    const span = beginTrace(name, { kind: 'server', attributes, startedAt }, request.get('traceparent'));
    if (!span) return next();
    response.locals.traceId = span.spanContext().traceId;
    response.once('close', () => endSpan(span, name, request, response));
    runUnder(span, next);
  };

function endSpan(span: Span, name: string, request: Request, response: Response): void {
  const route = response.locals.route as string | undefined;
  if (route?.startsWith('/')) span.updateName(`${name} ${route}`).setAttribute('http.route', route);
  span.setAttributes(answerOf(request, response));
  if (response.statusCode >= 500) failSpan(span, String(response.statusCode));
  span.end();
}

const answerOf = ({ httpVersion }: Request, { headersSent, statusCode }: Response): Attributes => ({
  'network.protocol.version': httpVersion,
  ...(headersSent && { 'http.response.status_code': statusCode }),
});
