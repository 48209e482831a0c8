import { z } from 'zod';
import { code, submissionId } from '../form-fields';

/** Consent to biometric data is an act of its own: the box is never ticked beforehand. */
export const voiceConsentSchema = z.object({
  submissionId,
  consent: z.literal('on', { error: code('account.voice-consent-required') }),
});
