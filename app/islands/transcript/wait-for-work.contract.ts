import { part } from '../ui/part.contract';

/** Says that a job is changing the text: `version` is the ETag of `statusUrl` until it is over. */
export const UNDERWAY = {
  root: part('p[data-island="wait-for-work"]', 'statusUrl', 'version', 'over'),
  link: part('a'),
};
