import { z } from 'zod';
import { code, requiredText, submissionId } from '../../form-fields';

export const MAX_SUMMARY_LENGTH = 20_000;

const own = {
  submissionId,
  version: z.coerce.number({ error: code('form.malformed') }).int(),
};

/** Requests ('Gerar resumo') or deletes a summary. */
export const summarySchema = z.object(own);

export const summaryCopySchema = z.object({
  ...own,
  summaryCopy: requiredText((typed) => typed.replace(/\r\n?/g, '\n').trim(), 'summary.text-required', {
    most: MAX_SUMMARY_LENGTH,
    tooLong: 'summary.text-too-long',
  }),
});
