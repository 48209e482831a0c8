import { z } from 'zod';
import { code, publicId, submissionId } from '../form-fields';
import { isWebAddress } from '../web-address';
import { WEBHOOK_EVENTS } from './events';

const MAX_URL_LENGTH = 2000;

/** An address of the web; where it may lead is checked at each connection. */
export const webhookUrl = z
  .string({ error: code('webhook.url-invalid') })
  .trim()
  .max(MAX_URL_LENGTH, code('webhook.url-invalid'))
  .refine(isWebAddress, code('webhook.url-invalid'));

export const webhookEvents = z
  .array(z.enum(WEBHOOK_EVENTS, { error: code('form.malformed') }))
  .min(1, code('webhook.events-required'))
  .max(WEBHOOK_EVENTS.length, code('form.malformed'))
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

export const webhookForms = {
  create: z.object({ submissionId, url: webhookUrl, events: webhookEvents }),
  redeliver: z.object({ submissionId, delivery: publicId() }),
};
