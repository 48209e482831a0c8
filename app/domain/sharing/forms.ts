import { z } from 'zod';
import type { AppErrorCode } from '../errors';

const code = (value: AppErrorCode) => value;

export const SHARE_DAYS = ['1', '7', '30'] as const;

const submissionId = z.uuid({ error: code('form.malformed') });

export const shareSchema = z.object({
  submissionId,
  days: z.enum(SHARE_DAYS, { error: code('share.days-required') }).transform(Number),
  audio: z
    .literal('on', { error: code('form.malformed') })
    .optional()
    .transform((value) => value === 'on'),
});

export const revokeSchema = z.object({
  submissionId,
  share: z.string({ error: code('form.malformed') }).max(64, code('form.malformed')),
});
