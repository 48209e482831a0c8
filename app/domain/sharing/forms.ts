import { z } from 'zod';
import { saveFirstFields } from '../draft/save-first';
import { checkbox, code, publicId, submissionId } from '../form-fields';

export const SHARE_DAYS = ['1', '7', '30'] as const;

/** Links to one transcription that are neither expired nor revoked. */
export const MAX_LIVE_SHARES = 50;

export const shareSchema = z.object({
  submissionId,
  days: z.enum(SHARE_DAYS, { error: code('share.days-required') }).transform(Number),
  audio: checkbox,
  ...saveFirstFields,
});

export const revokeSchema = z.object({
  submissionId,
  share: publicId(),
});
