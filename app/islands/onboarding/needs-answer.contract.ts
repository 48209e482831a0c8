import { part } from '../ui/part.contract';

export const ANSWER_FORM = {
  button: part('button[type="submit"]'),
  hint: part('p[hidden]'),
  control: part('input[name]:not([type="hidden"])'),
};
