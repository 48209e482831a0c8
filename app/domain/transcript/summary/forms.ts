import { z } from 'zod';
import type { AppErrorCode } from '../../errors';

const code = (value: AppErrorCode) => value;

export const MAX_SUMMARY_LENGTH = 20_000;

const own = {
  submissionId: z.uuid({ error: code('form.malformed') }),
  version: z.coerce.number({ error: code('form.malformed') }).int(),
};

/** Requests ('Gerar resumo') or deletes a summary. */
export const summarySchema = z.object(own);

export const summaryCopySchema = z.object({
  ...own,
  summaryCopy: z
    .string({ error: code('summary.text-required') })
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    // The form parser treats an empty text as missing.
    .pipe(
      z
        .string({ error: code('summary.text-required') })
        .min(1, code('summary.text-required'))
        .max(MAX_SUMMARY_LENGTH, code('summary.text-too-long')),
    ),
});
