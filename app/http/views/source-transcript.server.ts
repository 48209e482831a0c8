import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { chooseAudio } from '../bytes/audio-choice.server';
import { toRenderedUtterances } from './transcript-view.server';

export async function readSourceTranscript(
  request: Request,
  userId: number,
  transcription: { publicId: string } | null,
) {
  if (!transcription) return { transcript: null, headers: {} };
  const { publicId, title, language, version, blocks, changeIds, hasRecording, hasCopies } =
    await readDraftTranscript(userId, transcription.publicId);
  const { copy, isChosen, headers } = await chooseAudio(request);
  const startAt = Number(new URL(request.url).searchParams.get('t'));
  const transcript = {
    publicId,
    title,
    language,
    version,
    changeCount: changeIds.length,
    hasRecording,
    utterances: toRenderedUtterances(version, blocks),
    playback: hasCopies ? { copy, isChosen } : null,
    startAtMs: startAt > 0 ? Math.round(startAt * 1000) : null,
  };
  return { transcript, headers };
}
