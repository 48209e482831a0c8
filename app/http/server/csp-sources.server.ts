import { settings } from '@/app/config/env.server';
import { paymentOrigins } from '@/app/services/billing/payments/describe-sale.server';
import { signInOrigins } from '../oauth/oauth.server';

/** Origins that forms may redirect to: CSP `form-action` also covers the redirects after a post. */
export const formTargets = (): string[] => [...signInOrigins(), ...paymentOrigins()];

const GOOGLE = 'https://storage.googleapis.com';

/** CSP sources of our bucket: recordings and upload sessions, and no other path on Google's shared hosts. */
export function storageSources(): { media: string[]; connections: string[] } {
  if (!settings.googleStorage) return { media: [], connections: [] };
  const { bucket, apiEndpoint = GOOGLE } = settings.googleStorage;
  return {
    media: [`${apiEndpoint}/${bucket}/`],
    connections: [`${apiEndpoint}/upload/storage/v1/b/${bucket}/o`],
  };
}
