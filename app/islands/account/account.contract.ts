import { part } from '../ui/part.contract';

export const COUNTDOWN = {
  left: part('span[role="timer"]'),
  button: part('button'),
};
