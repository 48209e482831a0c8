import { part } from '../ui/part.contract';

export const DRAFT_PAGE = {
  /** Forms that the editor replaces. */
  plain: part('[data-plain]'),
};
