import { z } from 'zod';
import { code, submissionId } from '../form-fields';
import { isPublicId } from '../public-id';
import { carriedSearch, PAGE_SIZES } from './list-query';
import { tagForms } from './tag-form';

/** Id of the form that the boxes of the list belong to. */
export const SELECTION_FORM = 'selection';

/** A page of the list. */
const MAX_SELECTED = Math.max(...PAGE_SIZES);

/** File formats of a selection; 'audio' is the recording itself. */
export const SELECTION_FORMATS = ['txt', 'docx', 'pdf', 'srt', 'vtt', 'json', 'audio'] as const;

export type SelectionFormat = (typeof SELECTION_FORMATS)[number];

export interface Selection {
  /** Public ids of transcriptions; others are left out. */
  selected: string[];
  /** Query string of the list that they were selected in. */
  list: string;
}

export function readSelection(parameters: URLSearchParams): Selection {
  const selected = [...new Set(parameters.getAll('selected').filter(isPublicId))].slice(0, MAX_SELECTED);
  return { selected, list: carriedSearch(new URLSearchParams(parameters.get('list') ?? '')) };
}

export const readFormats = (parameters: URLSearchParams): SelectionFormat[] =>
  SELECTION_FORMATS.filter((format) => parameters.getAll('format').includes(format));

/** As readSelection and readFormats read it. */
export function selectionQuery(selected: string[], formats: string[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const publicId of selected) query.append('selected', publicId);
  for (const format of formats) query.append('format', format);
  return query;
}

const selected = z.array(z.string()).max(MAX_SELECTED).default([]);

export const selectionForms = {
  /** Saves the drafts first. */
  download: z.object({
    submissionId,
    selected,
    format: z.array(z.enum(SELECTION_FORMATS, { error: code('form.malformed') })).default([]),
  }),
  delete: z.object({ submissionId, selected }),
  tag: tagForms.add.extend({ selected }),
};
