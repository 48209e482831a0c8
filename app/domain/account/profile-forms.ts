import { z } from 'zod';
import { code, submissionId } from '../form-fields';
import { TIME_ZONES } from '../format/time-zone';
import { AUDIO_RETENTION_DAYS } from '../library/retention';
import { email, lang, userName } from './sign-in-forms';

export const profileSchema = z.object({
  submissionId,
  name: userName,
  lang,
  /** That of the account stays if it is not given. */
  timeZone: z
    .string({ error: code('form.malformed') })
    .refine((name) => TIME_ZONES.includes(name), code('form.malformed'))
    .optional(),
  notices: z.boolean().default(false),
  /** Days after which the audio of finished transcriptions is deleted; null for never. */
  audioDays: z
    .enum(['never', ...AUDIO_RETENTION_DAYS.map(String)], { error: code('form.malformed') })
    .default('never')
    .transform((days) => (days === 'never' ? null : Number(days))),
});

export const newEmailSchema = z.object({ submissionId, email: email('account.email-required') });

export const endSessionSchema = z.object({
  submissionId,
  session: z.string({ error: code('form.malformed') }).regex(/^[\da-f]{64}$/, code('form.malformed')),
});
