import { buttons, part } from '../ui/part.contract';

export const UPLOAD_FORM = {
  root: part('form[data-island~="upload"]'),
  file: part('input[type="file"]'),
  language: part('select[name="language"]'),
  speakers: part('input[name="speakers"]'),
  record: part('button[data-record]'),
};

export const CARD_BUTTONS = buttons('data-do', [
  ...(['send', 'store', 'back', 'add', 'cancel', 'exception', 'pause', 'resume', 'remove'] as const),
]);

/** The place of the first list of a page that has none yet. */
export const FIRST_RESULTS_ID = 'results';

/** Replaces the form once files are chosen. A text that does not apply is empty. */
export const UPLOAD_CARD = {
  root: part(
    'div[data-upload-card]',
    ...(['balanceMs', 'hasStored', 'maxBytes', 'maxMs', 'trialMs'] as const),
    ...(['unsupported', 'invalid', 'tooLarge', 'tooLong', 'trialTooLong', 'noAudio', 'failed'] as const),
    ...([
      'durationUnknown',
      'submit',
      'submitAnyway',
      'waiting',
      'sending',
      'resumed',
      'paused',
      'offline',
    ] as const),
    ...(['checking', 'looking', 'converting', 'done'] as const),
  ),
  heading: part('h3'),
  files: part('ul[data-files]'),
  row: part('template[data-row]'),
  options: part('div[data-said-before]'),
  language: part('select[name="upload-language"]'),
  speakers: part('input[name="upload-speakers"]'),
  insufficient: part('div[data-insufficient]'),
  tooMany: part('p[data-too-many]'),
  hasStored: part('p[data-has-stored]'),
  said: part('p[data-said]'),
  choosing: part('div[data-choosing]'),
  underWay: part('div[data-under-way]'),
};

export const FILE_ROW = {
  root: part('li'),
  name: part('bdi[data-name]'),
  nameStart: part('span[data-name-start]'),
  nameEnd: part('span[data-name-end]'),
  size: part('span[data-size]'),
  duration: part('span[data-duration]'),
  /** What is said of this file apart from the others; empty where it is as they are. */
  options: part('div[data-own-options]'),
  language: part('select[data-own-language]'),
  speakers: part('input[data-own-speakers]'),
  news: part('p[data-news]'),
  newsText: part('span'),
  progress: part('progress'),
  error: part('p[data-error]'),
  exception: CARD_BUTTONS.exception,
  pause: CARD_BUTTONS.pause,
  resume: CARD_BUTTONS.resume,
  remove: CARD_BUTTONS.remove,
};

export const RECORDER_BUTTONS = buttons('data-do', ['start', 'use', 'pause', 'resume', 'discard']);

export const RECORDER = {
  /** `dictations`: the address that begins live text; empty without it. */
  root: part('section[data-recorder]', 'recording', 'paused', 'refused', 'left', 'dictations'),
  heading: part('h3'),
  time: part('span[data-time]'),
  said: part('span[data-said]'),
  heard: part('div[data-heard]'),
};

/** An interrupted upload; `upload` is its URL. */
export const UNFINISHED_UPLOAD = {
  root: part('form[data-upload]', 'upload'),
  elsewhere: part('span[data-elsewhere]'),
  continue: part('button[data-continue]'),
};
