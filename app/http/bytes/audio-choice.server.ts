import { type CopyQuality, isCopyQuality } from '@/app/domain/transcription/recording-copies';
import { audioCookie } from '../headers/cookies.server';

/** The recording copy requested by `?copy=`; null for the uploaded original. */
export function requestedCopy(request: Request): CopyQuality | null {
  const requested = new URL(request.url).searchParams.get('copy');
  return isCopyQuality(requested) ? requested : null;
}

/**
 * Chooses the recording copy that a page plays: `?audio=`, which is stored in a cookie; else the copy in the
 * cookie; else 'light' when the browser sends `Save-Data: on`, 'clear' otherwise.
 */
export async function chooseAudio(
  request: Request,
): Promise<{ copy: CopyQuality; isChosen: boolean; headers: HeadersInit }> {
  const chosen = new URL(request.url).searchParams.get('audio');
  if (isCopyQuality(chosen)) {
    const headers = { 'Set-Cookie': await audioCookie.serialize(chosen) };
    return { copy: chosen, isChosen: true, headers };
  }
  const remembered: unknown = await audioCookie.parse(request.headers.get('Cookie'));
  if (isCopyQuality(remembered)) return { copy: remembered, isChosen: true, headers: {} };
  const savesData = request.headers.get('Save-Data')?.toLowerCase() === 'on';
  return { copy: savesData ? 'light' : 'clear', isChosen: false, headers: {} };
}
