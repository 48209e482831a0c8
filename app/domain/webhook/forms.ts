import { z } from 'zod';
import { code, publicId, submissionId } from '../form-fields';
import { WEBHOOK_EVENTS } from './events';

const MAX_URL_LENGTH = 2000;

/** An address of the web; where it may lead is checked at each connection. */
export const webhookUrl = z
  .string({ error: code('webhook.url-invalid') })
  .trim()
  .max(MAX_URL_LENGTH, code('webhook.url-invalid'))
  .refine(isWebAddress, code('webhook.url-invalid'));

/** Parsers of addresses drop line breaks and read `\\` as `/`: what is stored is what was meant. */
function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && !username && !password;
}

export const webhookEvents = z
  .array(z.enum(WEBHOOK_EVENTS, { error: code('form.malformed') }))
  .min(1, code('webhook.events-required'))
  .max(WEBHOOK_EVENTS.length, code('form.malformed'))
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

export const webhookForms = {
  create: z.object({ submissionId, url: webhookUrl, events: webhookEvents }),
  redeliver: z.object({ submissionId, delivery: publicId() }),
};
