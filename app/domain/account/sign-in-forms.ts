import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { submissionId } from '../form-fields';
import { MAX_NAME_LENGTH, normaliseUserName } from '../format/user-name';

const code = (value: AppErrorCode) => value;

export const email = (missing: AppErrorCode, invalid = code('account.email-invalid')) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .min(1, missing)
    .max(254, invalid)
    .pipe(z.email({ error: invalid }));

export const userName = z
  .string({ error: code('account.name-required') })
  .transform(normaliseUserName)
  // The form parser treats an empty text as missing.
  .pipe(
    z
      .string({ error: code('account.name-required') })
      .min(1, code('account.name-required'))
      .max(MAX_NAME_LENGTH, code('account.name-too-long')),
  );

export const loginSchema = z.object({ submissionId, email: email(code('account.field-required')) });

export const signupSchema = z.object({
  submissionId,
  name: userName,
  email: email(code('account.email-required')),
  terms: z.literal('on', { error: code('account.terms-required') }),
});

export const codeSchema = z.object({
  submissionId,
  code: z
    .string({ error: code('account.code-invalid') })
    // A code is often pasted in groups: '123 456', '123-456'.
    .transform((value) => value.replace(/[\s\p{Pd}]/gu, ''))
    .pipe(z.string().regex(/^\d{6}$/, code('account.code-invalid'))),
});

export const lang = z.enum(['pt', 'en'], { error: code('form.malformed') });

export const languageSchema = z.object({ lang });
