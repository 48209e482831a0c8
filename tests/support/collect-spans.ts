import { recordSpansWith } from '@/app/config/tracing.server';
import { type ForwardedSpan, forwardSpans } from '@/app/config/tracing-sdk.server';

/** From now on the spans of this process are collected here, each when it has ended. For isolated tests. */
export function collectSpans(): ForwardedSpan[] {
  const spans: ForwardedSpan[] = [];
  recordSpansWith(forwardSpans((span) => void spans.push(span)));
  return spans;
}
