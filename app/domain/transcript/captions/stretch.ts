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

/** The neighbours of a stretch, and the ends of the recording; null for what is no other stretch. */
export type StretchSteps = Record<'first' | 'previous' | 'next' | 'last', TimeRange | null>;

/** Pages of a recording that are as long as the stretch. One that the recording's end cut is a usual one. */
export function stepsAround({ startMs, endMs }: TimeRange, durationMs: number): StretchSteps {
  const shownMs = endMs - startMs;
  const isCut = shownMs === 0 || endMs >= durationMs;
  const lengthMs = isCut ? Math.max(USUAL_STRETCH_MS, shownMs) : shownMs;
  const from = (ms: number): TimeRange => ({ startMs: ms, endMs: Math.min(ms + lengthMs, durationMs) });
  const lastMs = Math.floor(Math.max(0, durationMs - 1) / lengthMs) * lengthMs;
  const previousMs = Math.max(0, startMs - lengthMs);
  return {
    first: startMs > 0 ? from(0) : null,
    previous: startMs > 0 ? { startMs: previousMs, endMs: startMs } : null,
    next: endMs < durationMs ? from(endMs) : null,
    last: endMs < durationMs ? from(Math.max(lastMs, endMs)) : null,
  };
}

/** The address of the preview of a stretch. @param hasNames whether the captions say who speaks */
export function stretchLink(base: string, { startMs, endMs }: TimeRange, hasNames: boolean): string {
  const nameless = hasNames ? '' : '&show=';
  return `${base}/captions?from=${startMs / 1000}&to=${endMs / 1000}${nameless}`;
}

/** As stretchLink, for a caption with a little of what is around it. */
export const captionLink = (base: string, { startMs, endMs }: TimeRange, hasNames: boolean): string =>
  stretchLink(base, { startMs: Math.max(0, startMs - AROUND_MS), endMs: endMs + AROUND_MS }, hasNames);

const AROUND_MS = 2_000;
