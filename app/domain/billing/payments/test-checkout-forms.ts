import { z } from 'zod';
import { portalSchema, submissionId } from './forms';

const order = z.object({
  submissionId,
  order: z.string({ error: 'form.malformed' }).max(64, 'form.malformed'),
});

export const testCheckoutForms = { pay: portalSchema, cancel: portalSchema };

export const testPortalForms = { end: order, resume: order };
