import { randomBytes } from 'node:crypto';
import { openSealedText, sealText } from '@/app/config/sealed-text.server';
import type { WebhookEndpoint } from '@/models/webhook-endpoint.server';

const PURPOSE = 'webhook-secret';
const SECRET_BYTES = 32;

/** A new secret, as the scheme of Standard Webhooks writes it. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export const sealSecret = (userId: number, secret: string): string => sealText(PURPOSE, userId, secret);

/** What signs a message now: the secret, and the one before while it still does. */
export function secretsOf(endpoint: WebhookEndpoint, now: Date): string[] {
  const { userId, sealedSecret, oldSealedSecret, oldSecretUntil } = endpoint;
  const isOldValid = oldSealedSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  return [sealedSecret, ...(isOldValid ? [oldSealedSecret] : [])].map((sealed) =>
    openSealedText(PURPOSE, userId, sealed),
  );
}
