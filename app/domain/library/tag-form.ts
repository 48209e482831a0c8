import { z } from 'zod';
import { code, requiredText, submissionId } from '../form-fields';
import { normaliseUnicode } from '../format/normalise-unicode';

export const MAX_TAG_LENGTH = 40;
/** Maximum tags of one transcription. */
export const MAX_TAGS = 20;

/** Normalises a tag name to one line with single spaces. Dots alone are no name: addresses cannot carry them. */
const cleanTagName = (typed: string) =>
  normaliseUnicode(typed, 'NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^\.+$/, '');

export const tagKey = (name: string) => cleanTagName(name).toLowerCase();

export const tagForms = {
  add: z.object({
    submissionId,
    tag: requiredText(cleanTagName, 'tag.required', { most: MAX_TAG_LENGTH, tooLong: 'tag.too-long' }),
  }),
  remove: z.object({ submissionId, tag: z.string({ error: code('form.malformed') }) }),
};
