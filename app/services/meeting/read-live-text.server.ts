import { livePassages } from '@/app/domain/meeting/live-passages';
import { placePieces, type SpokenRange } from '@/app/domain/meeting/timeline';
import { speech } from '@/app/integrations/speech/index.server';
import { LiveSegment } from '@/models/live-segment.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { segmentOf } from '../transcription/live/live-segments.server';
import { restoreWriting } from '../transcription/restore-writing.server';
import { findOwnMeeting } from './find-own-meeting.server';
import { readPieces } from './meeting-pieces.server';

/** Segments of the newest text, each of some ten seconds. */
const NEWEST_SEGMENTS = 60;

/** Less named speech is not enough for a name. */
const MIN_NAMED_MS = 30_000;

export interface LiveText {
  passages: {
    startMs: number;
    /** As the meeting's page names them; '' when unknown. */
    speaker: string;
    text: string;
  }[];
  /** There is earlier text. */
  isCut: boolean;
  /** The minutes of the account end before the text does. */
  isBeyondMinutes: boolean;
  language: string;
}

/**
 * What was heard of a meeting so far, with names where they are known; times are those of the whole recording.
 * @param isWhole from the beginning, instead of the newest minutes
 * @returns null when the meeting is not being recorded, or the speech engine has no live text
 * @throws AppError 'meeting.not-found'
 */
export async function readLiveText(
  userId: number,
  publicId: string,
  isWhole: boolean,
): Promise<LiveText | null> {
  const meeting = await findOwnMeeting(userId, publicId);
  const { id: meetingId, status, language } = meeting;
  if (status !== 'running' || !speech.follow) return null;
  const rows = await LiveSegment.findAll({
    where: { meetingId },
    order: [['number', 'DESC']],
    ...(!isWhole && { limit: NEWEST_SEGMENTS + 1 }),
  });
  const isCut = !isWhole && rows.length > NEWEST_SEGMENTS;
  const segments = rows
    .slice(0, isWhole ? rows.length : NEWEST_SEGMENTS)
    .reverse()
    .map(segmentOf);
  const balanceMs = await readBalance(userId);
  const heard = segments.flatMap((segment) => segment.words);
  const words = heard.filter(({ startMs }) => startMs < balanceMs);
  const passages = livePassages(words, await spokenSoFar(meeting));
  const isWritten = segments.at(-1)?.isWritten;
  const source = { words, userId, language, ...(isWritten !== undefined && { isWritten }) };
  const written = (await restoreWriting(passages, source)) ?? passages;
  return {
    passages: written.map(({ startMs, speaker, text }) => ({ startMs, speaker, text })),
    isCut,
    isBeyondMinutes: words.length < heard.length,
    language,
  };
}

/**
 * Nothing before the page has shown enough to know its sign of speech for sure, and where the recording grows on the disk
 * of another machine.
 */
async function spokenSoFar(meeting: Parameters<typeof readPieces>[0]): Promise<SpokenRange[]> {
  const pieces = await readPieces(meeting);
  const starts = placePieces(pieces.map(({ startedAt }) => ({ startedAt, durationMs: 0 })));
  const spoken = pieces.flatMap(({ timeline }, index) =>
    timeline.spoken.map(({ name, startMs, endMs }) => ({
      name,
      startMs: startMs + starts[index]!,
      endMs: endMs + starts[index]!,
    })),
  );
  const namedMs = spoken.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return namedMs >= MIN_NAMED_MS ? spoken : [];
}
