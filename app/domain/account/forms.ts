import { z } from 'zod';
import type { AppErrorCode } from '../errors';

const code = (value: AppErrorCode) => value;

const submissionId = z.uuid({ error: code('form.malformed') });

const email = (missing: AppErrorCode) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .min(1, missing)
    .max(254, code('account.email-invalid'))
    .pipe(z.email({ error: code('account.email-invalid') }));

/** A person's name on one line, with single spaces. */
const personName = z
  .string({ error: code('account.name-required') })
  .transform((value) =>
    value
      .normalize('NFC')
      .replace(/\p{Cc}|\p{Cf}/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  // The form parser takes an empty text for a missing one.
  .pipe(
    z
      .string({ error: code('account.name-required') })
      .min(1, code('account.name-required'))
      .max(120, code('account.name-too-long')),
  );

export const loginSchema = z.object({ submissionId, email: email(code('account.field-required')) });

export const signupSchema = z.object({
  submissionId,
  name: personName,
  email: email(code('account.email-required')),
  terms: z.literal('on', { error: code('account.terms-required') }),
});

export const codeSchema = z.object({
  submissionId,
  code: z
    .string({ error: code('account.code-invalid') })
    .transform((value) => value.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, code('account.code-invalid'))),
});

/** Forms that carry nothing but their own identity. */
export const plainSchema = z.object({ submissionId });

export const languageSchema = z.object({ lang: z.enum(['pt', 'en'], { error: code('form.malformed') }) });
