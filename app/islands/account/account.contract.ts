import { part } from '../ui/part.contract';

export const COUNTDOWN = {
  left: part('span[role="timer"]'),
  button: part('button'),
};

export const PASSKEY = {
  /** Gets the device's answer; when a passkey is made, `data-options` has what the browser needs for it. */
  answer: part('input[data-passkey-answer]'),
  button: part('button[data-passkey-button]'),
  problem: part('p[data-passkey-problem]', 'cancelled', 'failed', 'taken', 'unsupported'),
};
