/** Seconds that the assistant waits to be let in. */
export const WAIT_OPTIONS = [15, 30, 60, 120, 300, 600, 900, 1200, 1800] as const;

export type WaitOption = (typeof WAIT_OPTIONS)[number];

export const DEFAULT_WAIT_SECONDS: WaitOption = 600;

/** A scheduled assistant starts this much before its time. */
export const EARLY_START_MS = 2 * 60_000;

/** A scheduled assistant that is later than this does not start any more. */
export const MAX_DELAY_MS = 15 * 60_000;

/** The assistant leaves after this time in a meeting; its owner can extend it. */
export const MAX_VISIT_MS = 4 * 3_600_000;

/** What one press of 'Mais uma hora' adds to the visit. */
export const EXTENSION_MS = 3_600_000;

/** Two scheduled meetings in one room have at least this between their starts. */
export const MIN_GAP_MS = 30 * 60_000;

/** Meetings of an account that wait for their assistant. */
export const MAX_WAITING_MEETINGS = 100;

/** Unfinished meetings on the dashboard. */
export const MEETINGS_ON_DASHBOARD = 3;

/** Meetings on a page of the lists of unfinished ones. */
export const MEETINGS_PER_PAGE = 5;

/** Meetings on a page of 'Gravações'. */
export const RECORDINGS_PER_PAGE = 12;

export const MAX_MEETING_NAME_LENGTH = 255;

export const MAX_BOT_NAME_LENGTH = 60;
