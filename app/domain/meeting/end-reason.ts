/**
 * Why a visit of the assistant to a meeting ended, or why there was none. The words stand in the database, so they
 * must not change.
 */
export const END_REASONS = [
  /** Everybody left, or the host ended it. */
  'ended',
  /** Somebody there removed the assistant. */
  'removed',
  /** It was alone for a minute. */
  'alone',
  /** Nobody else ever came. */
  'nobody-came',
  /** A quarter of an hour without a voice, with only other assistants there. */
  'silence',
  /** Its owner pressed stop. */
  'stopped',
  /** The longest duration was reached. */
  'time-limit',
  /** The host refused it. */
  'denied',
  /** Nobody let it in within the maximum wait. */
  'lobby-timeout',
  /** Meet refuses strangers there: 'You can't join this video call'. */
  'blocked',
  'sign-in-required',
  /** No meeting has this code. */
  'not-found',
  /** Meet's page did not load. */
  'unreachable',
  /** The page offered no way to join that the assistant knows. */
  'no-way-in',
  /** The browser ended unexpectedly. */
  'crashed',
  /** Nothing was to be heard in what was recorded. */
  'silent',
  /** People were seen speaking, but no sound reached the assistant. */
  'unheard',
  /** Another assistant of the same account is already there. */
  'already-there',
  /** More than a quarter of an hour late. */
  'too-late',
  /** This machine has no browser. */
  'no-browser',
  'no-minutes',
  'disk-full',
  /** Its process failed at every attempt. */
  'failed',
] as const;

export type EndReason = (typeof END_REASONS)[number];

/** Ends of a meeting whose recording is whole. */
const WHOLE_ENDS: ReadonlySet<EndReason> = new Set([
  'ended',
  'removed',
  'alone',
  'silence',
  'stopped',
  'time-limit',
]);

/** Whether another assistant may have more luck in the same room. */
export const maySendAgain = (reason: EndReason | null): boolean => reason !== 'not-found';

/** Whether a recording that ended so has all that the assistant could hear; else it is partial. */
export const isWholeRecording = (reason: EndReason): boolean => WHOLE_ENDS.has(reason);
