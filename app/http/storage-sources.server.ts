import { settings } from '@/app/config/env.server';

const GOOGLE = 'https://storage.googleapis.com';

/**
 * What pages may reach of the bucket, if there is one: recordings to play, and sessions to send them in. Nothing
 * else on Google's servers, which are everybody's.
 */
export function storageSources(): { media: string[]; connections: string[] } {
  if (!settings.googleStorage) return { media: [], connections: [] };
  const { bucket, apiEndpoint = GOOGLE } = settings.googleStorage;
  return {
    media: [`${apiEndpoint}/${bucket}/`],
    connections: [`${apiEndpoint}/upload/storage/v1/b/${bucket}/o`],
  };
}
