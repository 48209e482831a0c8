import { z } from 'zod';
import { checkbox, code, submissionId } from '../form-fields';
import { CHOICES } from './assistant-view';

const malformed = code('form.malformed');

/** The account's setting. */
export const sendsToAllSchema = z.object({ submissionId, sends_to_all: checkbox, terms: checkbox });

/** A word on the event of the page. */
export const assistantChoiceSchema = z.object({
  submissionId,
  choice: z.enum(CHOICES, { error: malformed }),
  /** On its whole series. */
  series: checkbox,
  terms: checkbox,
});

/** A word on one of several events. */
export const eventChoiceSchema = assistantChoiceSchema.extend({
  event: z.string({ error: malformed }).regex(/^[\w-]{1,1024}$/, malformed),
});
