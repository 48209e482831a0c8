/** What a program can be told of. */
export const WEBHOOK_EVENTS = [
  'transcription.succeeded',
  'transcription.failed',
  'transcription.stored',
  'meeting.created',
  'meeting.completed',
  'meeting.failed',
  'meeting.canceled',
  'document.created',
  'document.updated',
  'document.deleted',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event that its owner sends to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

export type SentEvent = WebhookEvent | typeof TEST_EVENT;

/** What a message tells: that it happened, and what it happened to; its text is read by the API. */
export interface EventSubject {
  /** Public id. */
  id: string;
  title: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the attempts that failed. */
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR];

/** How long to wait after so many failures in a row, the last one again and again. */
export const pauseAfter = (failures: number): number =>
  PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0;

/** A message is tried for so long. */
export const MAX_EVENT_AGE_MS = 24 * HOUR;

/** An endpoint that fails for longer is told of nothing any more. */
export const MAX_FAILING_MS = 3 * 24 * HOUR;

/** How long the secret before signs too, after it was changed. */
export const OLD_SECRET_MS = 24 * HOUR;

export const MAX_ENDPOINTS = 10;

/** Days that deliveries are kept. */
export const DELIVERY_DAYS = 30;
