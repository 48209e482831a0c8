import { settings } from '@/app/config/env.server';

const GOOGLE = 'https://storage.googleapis.com';

/**
 * CSP sources of the storage bucket, if configured: recordings to play, and upload sessions. No other path on
 * Google's shared hosts.
 */
export function storageSources(): { media: string[]; connections: string[] } {
  if (!settings.googleStorage) return { media: [], connections: [] };
  const { bucket, apiEndpoint = GOOGLE } = settings.googleStorage;
  return {
    media: [`${apiEndpoint}/${bucket}/`],
    connections: [`${apiEndpoint}/upload/storage/v1/b/${bucket}/o`],
  };
}
