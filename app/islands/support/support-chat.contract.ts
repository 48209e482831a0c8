import { part } from '../ui/part.contract';

export const CHAT = {
  chat: part('div[data-part="chat"]'),
  log: part('div[data-part="log"]'),
  typing: part('p[data-part="typing"]'),
  choices: part('div[data-part="choices"]'),
  yes: part('button[value="yes"]'),
  no: part('button[value="no"]'),
  composer: part('form[data-part="composer"]'),
  label: part('label'),
  input: part('textarea'),
  said: part('p[data-part="said"]'),
  words: part('span[data-part="words"]'),
};
