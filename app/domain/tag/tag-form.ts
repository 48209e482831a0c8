import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { normalised } from '../format/normalised';

/** Of a tag's name. */
export const MOST_TAG_LETTERS = 40;
/** On one transcription. */
export const MOST_TAGS = 20;

const code = (name: AppErrorCode) => ({ error: name });

/** A tag's name on one line, with single spaces. */
export const cleanTagName = (typed: string) =>
  normalised(typed, 'NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** What makes two names the same tag: all but capitals. */
export const tagKey = (name: string) => cleanTagName(name).toLowerCase();

const submissionId = z.uuid(code('form.malformed'));

/** The forms of a transcription's tags, by their intent. */
export const tagForms = {
  add: z.object({
    submissionId,
    tag: z
      .string(code('tag.required'))
      .transform(cleanTagName)
      .pipe(
        z
          .string(code('tag.required'))
          .min(1, code('tag.required'))
          .max(MOST_TAG_LETTERS, code('tag.too-long')),
      ),
  }),
  remove: z.object({ submissionId, tag: z.string(code('form.malformed')) }),
};
