import { part } from '../ui/part.contract';

export const DEGRAVACAO_PAGE = {
  form: part('form[data-record]'),
  /** Posts the form for a preview; without scripts only. */
  show: part('button[data-show-preview]'),
  preview: part('section[data-preview]'),
};
