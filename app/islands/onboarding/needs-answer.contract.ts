import { part } from '../ui/part.contract';

export const ANSWER_FORM = {
  button: part('button[type="submit"]'),
  hint: part('p[hidden]'),
  control: part('input[name]:not([type="hidden"])'),
};

/** The button of a question of which one answer, `adds`, leads to another question, and all others to the end. */
export const LAST_BUTTON = part('button[data-adds]', 'adds', 'more', 'end');
