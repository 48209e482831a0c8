import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { code, requiredText, submissionId } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';
import { toTimeZone } from '../format/time-zone';
import { MAX_NAME_LENGTH } from '../format/user-name';
import { toLeadOrigin } from './lead-origin';

export const email = (missing: AppErrorCode, invalid = code('account.email-invalid')) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .min(1, missing)
    .max(254, invalid)
    .pipe(z.email({ error: invalid }));

export const userName = requiredText(toOneLine, 'account.name-required', {
  most: MAX_NAME_LENGTH,
  tooLong: 'account.name-too-long',
});

/** Filled in by an island: whatever else it holds is none. */
const browserTimeZone = z
  .unknown()
  .transform((name) => (typeof name === 'string' ? toTimeZone(name) : undefined))
  .optional();

/** Of the address that the form was opened by: whatever else it holds is none. */
const leadOrigin = z.unknown().transform(toLeadOrigin).optional();

export const loginSchema = z.object({ submissionId, email: email(code('account.field-required')) });

export const signupSchema = z.object({
  submissionId,
  name: userName,
  email: email(code('account.email-required')),
  terms: z.literal('on', { error: code('account.terms-required') }),
  timeZone: browserTimeZone,
  leadOrigin,
});

export const providerSchema = z.object({ timeZone: browserTimeZone, leadOrigin });

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
