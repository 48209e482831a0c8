import { part } from '../ui/part.contract';

/** A list that is polled: `version` is its ETag, `underway` and `finished` count what is in it. */
export const REFRESHED_LIST = {
  root: part(
    'section[data-island="refresh-list"]',
    ...(['statusUrl', 'version', 'intervalMs', 'underway', 'finished'] as const),
  ),
};

/** The longest pause between polls while something is under way. */
export const REFRESH_INTERVAL_MS = 30_000;
