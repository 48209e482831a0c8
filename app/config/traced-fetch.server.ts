import type { Attributes } from '@opentelemetry/api';
import { currentSpan, failSpan, withSpan } from './tracing.server';

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Host and port alone: path and query of an address may hold names and secrets. None of what is no address. */
export function serverOf(address: string): Attributes {
  if (!URL.canParse(address)) return {};
  const { protocol, hostname, port } = new URL(address);
  const portNumber = Number(port) || DEFAULT_PORTS[protocol];
  return { 'server.address': hostname, ...(portNumber && { 'server.port': portNumber }) };
}

/**
 * A call of another server as a span, which ends when the headers of the answer have come (semantic conventions for
 * HTTP client spans).
 */
export const traceCall = (
  name: string,
  attributes: Attributes,
  ask: () => Promise<Response>,
): Promise<Response> =>
  withSpan(name, { kind: 'client', attributes }, async (span) => {
    const answer = await ask();
    span?.setAttributes({ ...serverOf(answer.url), 'http.response.status_code': answer.status });
    if (answer.status >= 400) failSpan(span, String(answer.status));
    return answer;
  });

export const traceRequestTo = (
  address: string,
  method: string,
  ask: () => Promise<Response>,
): Promise<Response> => traceCall(method, { 'http.request.method': method, ...serverOf(address) }, ask);

/** `fetch`, with a span in the current trace. Sends no `traceparent`: our traces are not for others. */
export const tracedFetch: typeof fetch = (input, init) => {
  if (!currentSpan()) return fetch(input, init);
  const isRequest = input instanceof Request;
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  return traceRequestTo(isRequest ? input.url : String(input), method, () => fetch(input, init));
};
