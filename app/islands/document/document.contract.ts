import { buttons, part } from '../ui/part.contract';

export const DOCUMENT_PAGE = {
  article: part('article[data-island="document"]'),
  title: part('h1'),
  saved: part('p[data-saved]'),
  savedAt: part('time'),
  main: part('div[data-main]'),
  plain: part('details[data-plain]'),
  shown: part('section[data-plain]'),
  shownText: part('div.document-text'),
  source: part('aside[data-source]', 'source', 'version', 'changes'),
};

export const WARNING_FORM = {
  root: part('form[data-warning]'),
  understood: part('input[name="understood"]'),
  button: part('button'),
};

/** The markup that a script adds to the page. */
export const DOCUMENT_TOOLS = {
  root: part('div[data-tools]', 'speaker'),
  editor: part('section[data-part="editor"]'),
  quote: part('button[data-part="quote"]'),
  title: part('input[name="document-title"]'),
  topics: part('details[data-topics]'),
  topicList: part('ul'),
  text: part('div[data-place]', 'label'),
};

export const ACTIONS = ['save', 'discard', 'indent', 'outdent', 'undo', 'redo', 'clear'] as const;
export type Action = (typeof ACTIONS)[number];
export const ACTION_BUTTONS = buttons('data-action', ACTIONS);

export const FORMAT_BAR = {
  root: part('div[data-bar]'),
  said: part('p[data-said]', 'failed'),
  toggle: part('button[data-toggle]', 'toggle'),
  choice: part('select[data-choice]', 'choice'),
};

export const LINK_DIALOG = {
  root: part('dialog[data-part="link"]'),
  form: part('form[data-invalid]', 'invalid'),
  address: part('input[name="link-address"]'),
};
