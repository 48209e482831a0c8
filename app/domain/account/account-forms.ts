import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { email, lang, personName, submissionId } from './forms';

export const profileSchema = z.object({
  submissionId,
  name: personName,
  lang,
  notices: z.boolean().default(false),
});

export const newEmailSchema = z.object({ submissionId, email: email('account.email-required') });

export const endSessionSchema = z.object({
  submissionId,
  session: z
    .string({ error: 'form.malformed' satisfies AppErrorCode })
    .regex(/^[\da-f]{64}$/, 'form.malformed' satisfies AppErrorCode),
});
