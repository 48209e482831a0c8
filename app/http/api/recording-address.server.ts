import { linkRecording } from '@/app/services/transcript/recording-link.server';
import { ownAddress } from './own-address.server';

/**
 * The address of a recording, and what is put behind it to open it without a token for some hours; both empty where it
 * was deleted.
 */
export function linkParts(publicId: string, hasRecording: boolean): { url: string; url_SAS: string } {
  if (!hasRecording) return { url: '', url_SAS: '' };
  const { expires, signature } = linkRecording(publicId);
  const query = new URLSearchParams({ expires: String(expires), signature });
  return { url: ownAddress(`/api/recording/${publicId}`), url_SAS: `?${query}` };
}

/** The address that opens a recording without a token, for some hours; null where it was deleted. */
export function recordingUrl(publicId: string, hasRecording: boolean): string | null {
  const { url, url_SAS } = linkParts(publicId, hasRecording);
  return hasRecording ? url + url_SAS : null;
}
