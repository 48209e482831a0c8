import { z } from 'zod';
import { email } from '../account/sign-in-forms';
import type { AppErrorCode } from '../errors';
import { checkbox, code, requiredText, submissionId } from '../form-fields';
import { FEATURES } from './flags';

const MAX_GRANT_MINUTES = 100_000;
export const REASON_LENGTH = 200;
export const AD_TITLE_LENGTH = 120;
export const AD_MESSAGE_LENGTH = 600;
const AD_HTML_LENGTH = 8_000;

const text = (missing: AppErrorCode, tooLong: AppErrorCode, most: number) =>
  requiredText((typed) => typed.replace(/(?![\n\t])\p{Cc}/gu, '').trim(), missing, { most, tooLong });

export const grantSchema = z.object({
  submissionId,
  minutes: z
    .string({ error: code('admin.minutes-invalid') })
    .trim()
    .regex(/^\d{1,6}$/, code('admin.minutes-invalid'))
    .transform(Number)
    .refine((minutes) => minutes >= 1 && minutes <= MAX_GRANT_MINUTES, code('admin.minutes-invalid')),
  reason: text('admin.reason-required', 'admin.reason-too-long', REASON_LENGTH),
});

const address = z.email();

const isEmail = (value: string) => value.length <= 254 && address.safeParse(value).success;

export const EMAILS_LENGTH = 100_000;

const emails = z
  .string()
  .default('')
  .transform((value) => [...new Set(value.toLowerCase().match(/[^\s,;]+/g))])
  .refine((list) => list.every(isEmail), code('admin.emails-invalid'));

export const featureSchema = z.object({
  submissionId,
  name: z.enum(FEATURES, { error: code('form.malformed') }),
  isOn: checkbox,
  emails,
});

export const maintenanceSchema = z.object({
  submissionId,
  state: z.enum(['on', 'off'], { error: code('form.malformed') }),
});

export const retrySchema = z.object({
  submissionId,
  jobId: z
    .string({ error: code('form.malformed') })
    .regex(/^\d{1,15}$/, code('form.malformed'))
    .transform(Number),
});

export const inviteSchema = z.object({
  submissionId,
  email: email(code('account.email-required')),
});

export const revokeInvitationSchema = z.object({
  submissionId,
  invitation: z.string({ error: code('form.malformed') }).regex(/^[\w-]{1,32}$/, code('form.malformed')),
});

const adTexts = {
  title: text('ad.title-required', 'ad.title-too-long', AD_TITLE_LENGTH),
  message: text('ad.message-required', 'ad.message-too-long', AD_MESSAGE_LENGTH),
  html: z
    .string({ error: code('form.malformed') })
    .max(AD_HTML_LENGTH, code('ad.html-too-long'))
    .default(''),
};

/** An advertisement in a file; `image` is the path of its image, relative to that file's folder. */
export const adFileSchema = z.object(
  { ...adTexts, image: z.string({ error: code('form.malformed') }).optional() },
  { error: code('form.malformed') },
);

export const adSchema = z.object({
  submissionId,
  ...adTexts,
  isActive: checkbox,
  /** Deletes the image unless a new one is uploaded. */
  withoutImage: checkbox,
  /** Publishes it as a new advertisement, shown also to users who dismissed the previous one. */
  asNew: checkbox,
});
