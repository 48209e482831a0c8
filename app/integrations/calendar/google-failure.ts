import { z } from 'zod';
import {
  AccessNotGranted,
  CalendarRefused,
  CalendarUnavailable,
  EventChanged,
  EventForbidden,
  EventGone,
} from './port';

/** How a request to Google failed. Nothing of the request itself: it carries tokens. */
export interface Failure {
  /** Null without an answer. */
  status: number | null;
  /** Google's word for it, such as 'rateLimitExceeded' or 'invalid_grant'. */
  reason: string;
  retryAfterMs: number | null;
}

const word = z.string().regex(/^[\w.-]{1,64}$/);

const reasons = z.array(z.object({ reason: word })).catch([]);

/** The answers of the API, and those of the token endpoint (RFC 6749, section 5.2). */
const bodySchema = z.object({
  error: z
    .union([
      word.transform((reason) => ({ errors: [{ reason }], details: [] })),
      z.object({ errors: reasons, details: reasons }),
    ])
    .catch({ errors: [], details: [] }),
});

const errorSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.unknown(),
    headers: z.custom<Headers>((value) => value instanceof Headers).optional(),
  }),
});

export function readFailure(error: unknown): Failure {
  const { data } = errorSchema.safeParse(error);
  if (!data) return { status: null, reason: connectionError(error), retryAfterMs: null };
  const { status, data: answered, headers } = data.response;
  const { data: body } = bodySchema.safeParse(asObject(answered));
  const { errors = [], details = [] } = body?.error ?? {};
  const reason = errors[0]?.reason || details[0]?.reason || '';
  return { status, reason, retryAfterMs: readRetryAfter(headers?.get('Retry-After') ?? null) };
}

function asObject(answered: unknown): unknown {
  if (typeof answered !== 'string') return answered;
  try {
    return JSON.parse(answered);
  } catch {
    return {};
  }
}

/** Seconds or an HTTP date (RFC 9110, section 10.2.3). */
function readRetryAfter(said: string | null): number | null {
  if (said === null) return null;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The code alone, such as 'ECONNREFUSED': messages may hold addresses. */
function connectionError(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < 4 && cause instanceof Error; depth += 1) {
    const { code, name } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string') return code.slice(0, 64);
    if (name === 'TimeoutError') return name;
    cause = cause.cause;
  }
  return 'no answer';
}

const RATE_LIMITS: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'RATE_LIMIT_EXCEEDED',
]);

const NOT_SET_UP: ReadonlySet<string> = new Set([
  'accessNotConfigured',
  'SERVICE_DISABLED',
  'dailyLimitExceeded',
  'dailyLimitExceededUnreg',
  'invalid_client',
  'unauthorized_client',
  'redirect_uri_mismatch',
]);

const NOT_GRANTED: ReadonlySet<string> = new Set([
  'insufficientPermissions',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
]);

/** Another attempt may succeed. */
export function isPassing({ status, reason }: Failure): boolean {
  if (status === null || status === 408 || status === 429 || status >= 500) return true;
  return status === 403 && RATE_LIMITS.has(reason);
}

/** An event with the id of a new one is there already. */
export class EventExists extends Error {}

/** Google does not accept a request as it is. */
export class NotAccepted extends Error {}

/** The error of the port. Anything that only a mistake of ours explains is none of its errors. */
export function toPortError(failure: Failure): Error {
  const { status, reason } = failure;
  const said = `Google answered ${status ?? 'nothing'} ${reason}`.trim();
  if (reason === 'invalid_grant') return new CalendarRefused(said);
  if (isPassing(failure) || status === 401 || NOT_SET_UP.has(reason)) return new CalendarUnavailable(said);
  if (NOT_GRANTED.has(reason)) return new AccessNotGranted(said);
  if (status === 403) return new EventForbidden(said);
  if (status === 404 || status === 410) return new EventGone(said);
  if (status === 409) return new EventExists(said);
  if (status === 412) return new EventChanged(said);
  return new NotAccepted(said);
}
