import { z } from 'zod';

const submissionId = z.string({ error: 'form.malformed' }).min(1, 'form.malformed').max(64, 'form.malformed');
const order = z.object({
  submissionId,
  order: z.string({ error: 'form.malformed' }).max(64, 'form.malformed'),
});

export const testCheckoutForms = { pay: z.object({ submissionId }), cancel: z.object({ submissionId }) };

export const testPortalForms = { end: order, resume: order };
