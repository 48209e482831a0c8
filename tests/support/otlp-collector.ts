import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** As OTLP encodes one in JSON (opentelemetry/proto/common/v1). */
interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
}

interface KeyValue {
  key: string;
  value: AnyValue;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: EncodedSpan[] }[];
  }[];
}

interface EncodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status: { code?: number };
}

export interface CollectedSpan {
  /** `service.name` of the resource. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unknown';
  durationMs: number;
  hasFailed: boolean;
  attributes: Record<string, string | number | boolean | undefined>;
}

const KINDS = ['unknown', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const STATUS_ERROR = 2;

export interface OtlpCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** Bodies of all requests as they came. */
  bodies: string[];
  /** Headers of the last request. */
  headers: IncomingHttpHeaders;
  stop(): Promise<void>;
}

/**
 * A collector on loopback that takes traces by OTLP over HTTP, encoded as JSON.
 * @param options.answer in place of a right answer
 */
export async function startOtlpCollector({
  answer = (response) => void response.setHeader('Content-Type', 'application/json').end('{}'),
}: {
  answer?: (response: ServerResponse) => void;
} = {}): Promise<OtlpCollector> {
  const collected: OtlpCollector = { url: '', spans: [], bodies: [], headers: {}, stop };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
    const body = await text(request);
    collected.headers = request.headers;
    collected.bodies.push(body);
    collected.spans.push(...decode(JSON.parse(body) as ExportRequest));
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  collected.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collected;

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const decode = ({ resourceSpans }: ExportRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => decodeSpan(service, span)));
  });

const decodeSpan = (service: string, span: EncodedSpan): CollectedSpan => ({
  service,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  name: span.name,
  kind: KINDS[span.kind]!,
  durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  hasFailed: span.status.code === STATUS_ERROR,
  attributes: toRecord(span.attributes),
});

const toRecord = (pairs: KeyValue[]): CollectedSpan['attributes'] =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
