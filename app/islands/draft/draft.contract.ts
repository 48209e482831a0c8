import { part } from '../ui/part.contract';

/** Pages whose text is edited as a draft. */
export const DRAFT_PAGE = {
  /** Forms that the editor replaces. */
  plain: part('[data-plain]'),
};
