import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { normaliseUnicode } from '../format/normalise-unicode';

export const MAX_TAG_LENGTH = 40;
/** Maximum tags of one transcription. */
export const MAX_TAGS = 20;

const code = (name: AppErrorCode) => ({ error: name });

/** Normalises a tag name to one line with single spaces. */
export const cleanTagName = (typed: string) =>
  normaliseUnicode(typed, 'NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

export const tagKey = (name: string) => cleanTagName(name).toLowerCase();

const submissionId = z.uuid(code('form.malformed'));

export const tagForms = {
  add: z.object({
    submissionId,
    tag: z
      .string(code('tag.required'))
      .transform(cleanTagName)
      .pipe(
        z.string(code('tag.required')).min(1, code('tag.required')).max(MAX_TAG_LENGTH, code('tag.too-long')),
      ),
  }),
  remove: z.object({ submissionId, tag: z.string(code('form.malformed')) }),
};
