import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';

/** What begins a span: names and attributes of OpenTelemetry's semantic conventions. Never holds personal data. */
export interface SpanStart {
  kind: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** When the work began, as `Date.now()` tells it; now by default. */
  startedAt?: number;
}

/** The part of the SDK that writes spans; it is loaded by `startTracing`. */
export interface SpanRecorder {
  /** @param parent a span of this process, or the `traceparent` of another one (W3C Trace Context) */
  begin(name: string, start: SpanStart, parent: Span | string | undefined): Span;
  /** Marks a span as failed, by `error.type`: messages may hold personal data. */
  fail(span: Span, type: string): void;
}

/** A job of hours would crowd out all other traces. */
const MAX_SPANS_PER_TRACE = 1_000;

interface Scope {
  span: Span;
  trace: { root: Span; spans: number };
}

interface Tracing {
  scopes: AsyncLocalStorage<Scope>;
  /** Absent unless traces are sent. */
  recorder?: SpanRecorder;
}

// The pages of the build and the server around them are bundles of their own, each with its copy of this module.
const KEY = Symbol.for('celeste.tracing');
const shared = globalThis as { [KEY]?: Tracing };
shared[KEY] ??= { scopes: new AsyncLocalStorage() };
const tracing = shared[KEY];

export function recordSpansWith(recorder: SpanRecorder): void {
  tracing.recorder = recorder;
}

function currentScope(): Scope | undefined {
  if (!tracing.recorder) return undefined;
  const scope = tracing.scopes.getStore();
  return scope?.span.isRecording() ? scope : undefined;
}

/** The span whose work this is; undefined when nothing is recorded, or when the span has ended. */
export const currentSpan = (): Span | undefined => currentScope()?.span;

/** Id of the trace in 32 hexadecimal digits; undefined when nothing is recorded. */
export const currentTraceId = (): string | undefined => currentSpan()?.spanContext().traceId;

/** The current span as the header `traceparent` of W3C Trace Context, for another process. */
export function currentTraceparent(): string | undefined {
  const context = currentSpan()?.spanContext();
  return context && `00-${context.traceId}-${context.spanId}-01`;
}

/**
 * Begins a trace, or continues the one of `traceparent`. Whoever begins it ends it.
 * @returns undefined unless traces are sent, or when the caller's trace is not recorded
 */
export function beginTrace(name: string, start: SpanStart, traceparent?: string): Span | undefined {
  const span = tracing.recorder?.begin(name, start, traceparent);
  return span?.isRecording() ? span : undefined;
}

/** All that `work` does, also later and asynchronously, belongs to this trace; without one it only runs. */
export const runUnder = <T>(root: Span | undefined, work: () => T): T =>
  root ? tracing.scopes.run({ span: root, trace: { root, spans: 1 } }, work) : work();

/** Runs `work` as a trace of its own; without tracing it only runs. */
export const withTrace = <T>(
  name: string,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => {
  const root = beginTrace(name, start);
  return record(root && { span: root, trace: { root, spans: 1 } }, work);
};

/**
 * Runs `work` as a span of the current trace. Outside of one it only runs, so that polling leaves no traces; likewise
 * in one that is full, whose first span is marked.
 * @throws what `work` throws, whose name the span carries
 */
export function withSpan<T>(
  name: string,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = currentScope();
  if (!parent || !hasRoom(parent)) return work(undefined);
  const span = tracing.recorder!.begin(name, start, parent.span);
  return record({ span, trace: parent.trace }, work);
}

function hasRoom({ trace }: Scope): boolean {
  trace.spans += 1;
  if (trace.spans <= MAX_SPANS_PER_TRACE) return true;
  trace.root.setAttribute('celeste.trace.is_cut', true);
  return false;
}

export function failSpan(span: Span | undefined, type: string): void {
  if (span) tracing.recorder?.fail(span, type);
}

async function record<T>(scope: Scope | undefined, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!scope) return work(undefined);
  const { span } = scope;
  try {
    return await tracing.scopes.run(scope, work, span);
  } catch (error) {
    failSpan(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code of the system or the name of the class: neither holds what a person wrote. */
function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return (
    [code, name].find((type): type is string => typeof type === 'string' && /^[\w.-]{1,80}$/.test(type)) ??
    '_OTHER'
  );
}
