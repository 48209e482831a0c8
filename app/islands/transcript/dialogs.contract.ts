import { part } from '../ui/part.contract';

export const DIALOGS = {
  help: part('dialog[data-part="help"]'),
  save: part('dialog[data-part="save"]'),
  discard: part('dialog[data-part="discard"]'),
  close: part('button[data-do="close"]'),
};

export const CONFIRMATION = {
  form: part('form'),
  submissionId: part('input[name="submissionId"]'),
  version: part('input[name="version"]'),
};

/** Says how many changes are discarded, and since when. */
export const DISCARD_DIALOG = {
  title: part('h2[data-title]', 'one', 'other'),
  savedAt: part('time[data-saved]'),
};

export const SAVE_DIALOG = {
  quiet: part('input[name="quiet"]'),
};

export const CONFLICT_DIALOG = {
  root: part('dialog[data-part="conflict"]'),
  mine: part('p[data-mine]'),
  theirs: part('p[data-theirs]', 'empty'),
};

export const SPEAKER_DIALOG = {
  root: part('dialog[data-part="speaker"]'),
  form: part('form[data-required]', 'required'),
  formerName: part('bdi[data-old]'),
  name: part('input[name="new_speaker"]'),
  knownSpeakers: part('datalist'),
  merge: part('div[data-merge]'),
  mayMerge: part('input[name="merge"]'),
};
