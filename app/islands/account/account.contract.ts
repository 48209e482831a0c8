import { part } from '../ui/part.contract';

/** A form whose button works after a pause. */
export const COUNTDOWN = {
  left: part('span[role="timer"]'),
  button: part('button'),
};
