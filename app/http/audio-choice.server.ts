import { type CopyQuality, isCopyQuality } from '@/app/domain/transcription/recording-copies';
import { audioCookie } from './cookies.server';

/** The copy that an address of a recording asks for (`?copy=`); null for what was uploaded. */
export function askedCopy(request: Request): CopyQuality | null {
  const asked = new URL(request.url).searchParams.get('copy');
  return isCopyQuality(asked) ? asked : null;
}

/**
 * Which copy a page plays: the one its address chooses (`?audio=`), which the browser then remembers; else the
 * one that was chosen before; else the light one where the browser wants to save data.
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
