import type { AppErrorCode } from '../../errors';
import type { TimeRange } from '../time-range';

/** The longest stretch of a recording that a page previews, and the one that it shows unasked. */
const MAX_STRETCH_MS = 600_000;
const USUAL_STRETCH_MS = 60_000;

/** [[hours:]minutes:]seconds with up to three decimals. */
const POSITION = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/;

export interface StretchQuery {
  stretch: TimeRange;
  /** By the field of the query. With a mistake the stretch is a usual one. */
  mistakes: Partial<Record<'from' | 'to', AppErrorCode>>;
}

/** Reads a stretch from `?from=&to=`, each a position such as '75.5' or '00:01:15'; either may be missing. */
export function readStretch(query: URLSearchParams, durationMs: number): StretchQuery {
  const fromMs = readPosition(query.get('from')) ?? 0;
  const isPastEnd = fromMs >= durationMs && fromMs > 0;
  if (Number.isNaN(fromMs) || isPastEnd) {
    const from = isPastEnd ? 'captions.after-end' : 'captions.time-invalid';
    return { stretch: usual(0, durationMs), mistakes: { from } };
  }
  const usualStretch = usual(fromMs, durationMs);
  const toMs = readPosition(query.get('to')) ?? usualStretch.endMs;
  const to = mistakeOfEnd(fromMs, toMs);
  if (to) return { stretch: usualStretch, mistakes: { to } };
  return { stretch: { startMs: fromMs, endMs: Math.min(toMs, durationMs) }, mistakes: {} };
}

function mistakeOfEnd(fromMs: number, toMs: number): AppErrorCode | null {
  if (Number.isNaN(toMs)) return 'captions.time-invalid';
  if (toMs < fromMs) return 'captions.times-reversed';
  return toMs - fromMs > MAX_STRETCH_MS ? 'captions.stretch-too-long' : null;
}

const usual = (startMs: number, durationMs: number): TimeRange => ({
  startMs,
  endMs: Math.max(startMs, Math.min(startMs + USUAL_STRETCH_MS, durationMs)),
});

/** Milliseconds; null for nothing, NaN for anything else than a position. */
function readPosition(typed: string | null): number | null {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  const [match, hours = '0', minutes = '0', seconds = '0', decimals = ''] = POSITION.exec(text) ?? [];
  if (match === undefined) return Number.NaN;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1_000 + Number(decimals.padEnd(3, '0'));
}

/** The address of the preview of some captions, with a little of what is around them. */
export function stretchLink(base: string, { startMs, endMs }: TimeRange): string {
  const [from, to] = [Math.max(0, startMs - AROUND_MS), endMs + AROUND_MS];
  return `${base}/captions?from=${from / 1000}&to=${to / 1000}`;
}

const AROUND_MS = 2_000;
