import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import { buttons, part } from '../ui/part.contract';

export const TRANSCRIPT_PAGE = {
  article: part('article[data-island="transcript"]', 'version', 'changes', 'unsaved', 'duration'),
  savedAt: part('time'),
  title: part('h1'),
  name: part('h1 bdi'),
  audio: part('audio'),
  edit: part('a[data-edit]'),
  /** Who speaks, and how much; the link opens the form for the names. */
  people: part('ul[data-people]'),
  text: part('section[aria-labelledby="text-title"]'),
};

/** The form of the people, which opens in a dialog. */
export const PEOPLE_PAGE = {
  /** Plays the piece of its media fragment, `#t=from,to` in seconds. */
  listen: part('a[data-listen]'),
};

/** A stretch of a recording with its captions; `from` and `to` in milliseconds. */
export const CAPTION_PREVIEW = {
  root: part('section[data-island="caption-preview"]', 'from', 'to'),
  player: part('video'),
  /** Where the current caption is drawn. */
  stage: part('div[data-stage]'),
  caption: part('li[data-caption]', 'from', 'to'),
  lines: part('p[data-lines]'),
};

export const CONFIDENCE_CARD = {
  form: part('form'),
};

export const SHARED_PAGE = {
  root: part('main[data-island="seek-audio"]'),
  audio: part('audio'),
};

export const EDITING_BAR = {
  bar: part('section[data-editing]'),
};

/** The text. To keep the page small, an utterance has no attributes for the island. */
export const TEXT = {
  group: part('div'),
  utterance: part('section'),
};

export const UTTERANCE = {
  speaker: part('h3'),
  time: part('a[href^="?t="]'),
  text: part('p'),
};

/** The markup that a script adds to the page, in parts that it moves to where they are needed. */
export const TRANSCRIPT_TOOLS = {
  root: part('div[data-tools]', 'speaker', 'block', 'more', 'settings'),
  utteranceMenu: part('span[data-part="block-menu"]'),
};

export const TOOLS = [
  ...HIGHLIGHT_COLORS,
  ...(['none', 'struck', 'inaudible', 'undo', 'redo', 'save', 'cancel', 'speaker'] as const),
];
export type ToolName = (typeof TOOLS)[number];

/** Change the text; `speaker` is in the menu of an utterance. */
export const TOOL_BUTTONS = {
  ...buttons('data-tool', TOOLS),
  inaudible: part('button[data-tool="inaudible"]', 'text'),
};

/** Buttons that work while the transcript is read, too. */
export const READING_BUTTONS = {
  ...buttons('data-do', ['edit', 'help', 'find', 'review']),
  copy: part('button[data-do="copy"]', 'copied', 'failed'),
};

export const TOOLBAR = {
  root: part('div[data-part="toolbar"]'),
  edit: READING_BUTTONS.edit,
  /** The row that is fixed above the keyboard of a phone. */
  dock: part('div[data-dock]'),
  state: part('span[data-state]', 'one', 'other'),
  waiting: part('span[data-when="waiting"]'),
  draftSavedAt: part('time[data-draft-saved]'),
  said: part('span[data-said]', 'warning', 'saved', 'notSaved', 'noCaret', 'undoneInPart'),
};

export const PLAYER = {
  root: part('section[data-part="player"]'),
  ...buttons('data-do', ['back', 'forward', 'follow']),
  toggle: part('button[data-do="toggle"]', 'play', 'pause'),
  repeat: part('button[data-do="repeat"]'),
  speed: part('button[data-do="speed"]', 'label'),
  speeds: part('select[data-speeds]'),
  waveform: part('canvas[data-waveform]'),
  seek: part('input[data-seek]'),
  elapsed: part('span[data-elapsed]'),
  total: part('span[data-total]'),
};

/** Offered where a word was pressed while reading. */
export const EDIT_OFFER = {
  root: part('div[data-part="edit-offer"]'),
  edit: part('button[data-do="edit-here"]'),
};

export const TITLE_EDITING = {
  root: part('span[data-part="title"]', 'label', 'short', 'failed'),
};

export const FIND_BUTTONS = buttons('data-do', ['previous', 'replace', 'replace-all', 'close']);

export const FIND_PANEL = {
  root: part('form[data-part="find"]'),
  count: part('output[data-count]', 'none'),
  sought: part('input[name="sought"]'),
  replacement: part('input[name="replacement"]'),
  wholeWords: part('input[name="words"]'),
  exactAccents: part('input[name="accents"]'),
};

export const REVIEW_BUTTONS = buttons('data-do', ['previous', 'next', 'again', 'close']);

export const REVIEW_PANEL = {
  root: part('section[data-part="review"]'),
  count: part('output[data-count]', 'none'),
};
