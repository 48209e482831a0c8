import { webhookAction } from '@/app/http/forms/webhook.server';
import { handleSpeechWebhook } from '@/app/services/transcription/speech-webhook.server';

/** Webhook of a remote recognizer that has finished a recording; also open during maintenance. */
export const action = webhookAction('X-Celeste-Notice', (_body, secret, { publicId }) =>
  handleSpeechWebhook(publicId!, secret),
);

export const loader = () => new Response(null, { status: 404 });
