import { part } from './part.contract';

export const ANNOUNCEMENT = {
  root: part('dialog[data-island="announcement"]'),
  heading: part('h2'),
  form: part('form'),
};

export const COPY_BUTTON = {
  root: part('button[data-island="copy"]', 'copies', 'doneLabel'),
};

/** What a page shows when it is opened as a dialog; `dialog` labels the button that closes it. */
export const DIALOG_PAGE = {
  content: part('[data-dialog]', 'dialog'),
};

export const LOADING_BAR = {
  root: part('div[data-island="loading-bar"]', 'loadingLabel'),
};

export const MODAL = {
  root: part('dialog[data-island="modal"]'),
  heading: part('h2'),
};

export const OFFLINE_FORM = {
  notice: part('p[data-part="offline"]'),
};

export const TOAST = {
  root: part('output[data-island="toast"]'),
  text: part('span[data-text]'),
  close: part('button[data-close]'),
};
