import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DiagLogFunction,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { Settings } from './env.server';
import { log } from './log.server';
import type { SpanRecorder, SpanStart } from './tracing.server';

/**
 * OpenTelemetry's SDK, without its global registry: packages with spans of their own would send what we do not know.
 * The sampler is that of OTEL_TRACES_SAMPLER, which the SDK reads itself.
 */

/** One request to the collector, with all attempts. */
const EXPORT_TIMEOUT_MS = 10_000;
const MAX_QUEUED_SPANS = 2_048;
const MAX_BATCH_SPANS = 512;
/** All that is queued at the end, and the batch under way. */
const MAX_EXPORTS = MAX_QUEUED_SPANS / MAX_BATCH_SPANS + 1;
const LIMITS = {
  attributeCountLimit: 32,
  attributeValueLengthLimit: 4_096,
  eventCountLimit: 0,
  linkCountLimit: 0,
};
const COMPLAINT_INTERVAL_MS = 60_000;
const MAX_COMPLAINT_CHARACTERS = 200;

const KINDS: Record<SpanStart['kind'], SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** A span as a child process sends it by IPC, which passes JSON. */
export interface ForwardedSpan
  extends Pick<
    ReadableSpan,
    'name' | 'kind' | 'startTime' | 'endTime' | 'duration' | 'status' | 'attributes' | 'parentSpanContext'
  > {
  context: ReturnType<ReadableSpan['spanContext']>;
}

/** What sends spans to a collector. */
export interface SpanExport extends SpanRecorder {
  /** Takes the span of a child process. */
  take(span: ForwardedSpan): void;
  /** Sends what is queued. */
  shutdown(): Promise<void>;
}

type Collector = NonNullable<Settings['traceCollector']>;

/** Records spans, and sends them in batches. What the queue has no room for is dropped. */
export function exportSpans(
  { url, headers, serviceName }: Collector,
  defaultServiceName: string,
): SpanExport {
  complainToLog();
  const resource = defaultResource().merge(
    resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName ?? defaultServiceName }),
  );
  const exporter = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: MAX_EXPORTS,
  });
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: MAX_BATCH_SPANS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor], spanLimits: LIMITS });
  return {
    ...recorderOf(provider),
    shutdown: () => provider.shutdown(),
    take: (span) => processor.onEnd(toReadableSpan(span, resource)),
  };
}

/** Records spans of a child process, and sends each to its parent when it has ended. */
export function forwardSpans(send: (span: ForwardedSpan) => void): SpanRecorder {
  complainToLog();
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => send(toForwardedSpan(span)),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  return recorderOf(new BasicTracerProvider({ spanProcessors: [processor], spanLimits: LIMITS }));
}

const SCOPE = { name: 'celeste' };

function recorderOf(provider: BasicTracerProvider): SpanRecorder {
  const tracer = provider.getTracer(SCOPE.name);
  return {
    begin: (name, { kind, attributes = {}, startedAt }, parent) =>
      tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes, ...(startedAt !== undefined && { startTime: startedAt }) },
        contextOf(parent),
      ),
    fail(span, type) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute(ATTR_ERROR_TYPE, type);
    },
  };
}

/** `tracestate` is not taken over: it is free text of a stranger. */
function contextOf(parent: Span | string | undefined) {
  if (typeof parent === 'object') return trace.setSpan(ROOT_CONTEXT, parent);
  const remote = parent === undefined ? null : parseTraceParent(parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

function toForwardedSpan(span: ReadableSpan): ForwardedSpan {
  const { name, kind, startTime, endTime, duration, status, attributes, parentSpanContext } = span;
  const common = { name, kind, startTime, endTime, duration, status, attributes };
  return { ...common, context: span.spanContext(), ...(parentSpanContext && { parentSpanContext }) };
}

const toReadableSpan = (
  { context, ...span }: ForwardedSpan,
  resource: ReadableSpan['resource'],
): ReadableSpan => ({
  ...span,
  resource,
  spanContext: () => context,
  links: [],
  events: [],
  ended: true,
  instrumentationScope: SCOPE,
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
});

/** One line a minute at most: a collector that is away would be in each batch. Not in the context of any request. */
function complainToLog(): void {
  const outside = AsyncLocalStorage.snapshot();
  let lastAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  const complain = (reason: string) => {
    untold += 1;
    if (performance.now() - lastAt < COMPLAINT_INTERVAL_MS) return;
    lastAt = performance.now();
    const about = { reason: reason.slice(0, MAX_COMPLAINT_CHARACTERS), times: untold };
    outside(() => log.warn(about, 'traces could not be sent'));
    untold = 0;
  };
  // Only the message: what follows it may hold answers of the collector.
  const tell: DiagLogFunction = (message) => complain(message);
  const silent: DiagLogFunction = () => undefined;
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  setGlobalErrorHandler((error) => complain(reasonOf(error)));
}

/** A refused connection to each of several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return [code, error.message].filter(Boolean).join(' ') || error.name;
}
