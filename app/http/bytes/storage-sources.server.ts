import { settings } from '@/app/config/env.server';

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
