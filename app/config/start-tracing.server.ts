import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from './env.server';
import { recordSpansWith } from './tracing.server';
import type { ForwardedSpan, SpanExport } from './tracing-sdk.server';

/** For the last spans; a collector that is away does not hold up the end. */
const FLUSH_TIMEOUT_MS = 2_000;

let sdk: SpanExport | undefined;

/** From now on spans are sent to the collector of the settings; without one nothing of the SDK is loaded. */
export async function startTracing(half: 'web' | 'worker'): Promise<void> {
  if (!settings.traceCollector) return;
  const { exportSpans } = await import('./tracing-sdk.server');
  sdk = exportSpans(settings.traceCollector, `celeste-${half}`);
  recordSpansWith(sdk);
}

/** A child process sends its spans to its parent, which has the connection to the collector. */
export async function forwardSpansTo(send: (span: ForwardedSpan) => void): Promise<void> {
  if (!settings.traceCollector) return;
  const { forwardSpans } = await import('./tracing-sdk.server');
  recordSpansWith(forwardSpans(send));
}

/** Takes a span of a child process. */
export const takeSpan = (span: ForwardedSpan): void => sdk?.take(span);

/** Sends the last spans, for two seconds at most. Never rejects. */
export async function flushTraces(): Promise<void> {
  if (sdk) await Promise.race([sdk.shutdown().catch(() => undefined), sleep(FLUSH_TIMEOUT_MS)]);
}
