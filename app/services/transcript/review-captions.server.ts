import { log } from '@/app/config/log.server';
import { type Caption, toCaptions } from '@/app/domain/transcript/captions/captions';
import {
  type CaptionFault,
  checkCaptions,
  type FaultyCaption,
} from '@/app/domain/transcript/captions/check-captions';
import { type StretchSteps, stepsAround } from '@/app/domain/transcript/captions/stretch';
import { huesOf } from '@/app/domain/transcript/people';
import { overlapMs, type TimeRange } from '@/app/domain/transcript/time-range';
import { hasPicture } from '@/app/domain/transcription/recording-file';
import { pick } from '../platform/pick';
import { findOwnTranscription } from './find-own-transcription.server';
import { readTranscriptOf, type TranscriptView } from './read-transcript.server';

/** Captions named at once; the rest is counted. */
const LISTED_CAPTIONS = 50;

/** What captions call a speaker; null for captions without names. */
type NameOf = ((speaker: string) => string) | null;

interface CaptionReview {
  /** Whether the captions say who speaks, which is read too. */
  hasNames: boolean;
  captionCount: number;
  faultyCount: number;
  /** The first LISTED_CAPTIONS of those that break a rule. */
  faulty: (Pick<Caption, 'startMs' | 'endMs' | 'labelledLines'> & Omit<FaultyCaption, 'caption'>)[];
  /** Where the first of them is that is not listed. */
  next: TimeRange | null;
}

/**
 * Which captions of the saved text break a rule; null for a text of which no captions can be made, which is
 * logged. @throws AppError 'transcription.not-found', also before there is a transcript
 */
export async function reviewCaptions(
  userId: number,
  publicId: string,
  nameOf: NameOf,
): Promise<CaptionReview | null> {
  const transcript = await readTranscriptOf(await findOwnTranscription(userId, publicId));
  try {
    const captions = toCaptions(transcript.utterances, { durationMs: transcript.durationMs, nameOf });
    const faulty = checkCaptions(captions);
    const next = faulty[LISTED_CAPTIONS]?.caption;
    return {
      hasNames: nameOf !== null,
      captionCount: captions.length,
      faultyCount: faulty.length,
      faulty: faulty.slice(0, LISTED_CAPTIONS).map(({ caption, ...found }) => ({
        ...pick(caption, 'startMs', 'endMs', 'labelledLines'),
        ...found,
      })),
      next: next ? pick(next, 'startMs', 'endMs') : null,
    };
  } catch (error) {
    log.error({ error, publicId }, 'the captions of a transcript could not be checked');
    return null;
  }
}

interface PreviewedCaption extends TimeRange {
  /** With the speaker's label where the speaker changes. */
  lines: string[];
  /** The rules that it breaks. */
  faults: CaptionFault[];
  charactersPerSecond: number;
  /** Index of the speaker's colour. */
  hue: number;
}

interface CaptionPreview
  extends Pick<
    TranscriptView,
    'publicId' | 'title' | 'language' | 'durationMs' | 'hasRecording' | 'hasCopies'
  > {
  hasPicture: boolean;
  hasNames: boolean;
  stretch: TimeRange;
  steps: StretchSteps;
  captions: PreviewedCaption[];
}

/**
 * The captions of the saved text in a stretch of the recording.
 * @param chooseStretch gets the duration in milliseconds
 * @throws AppError 'transcription.not-found', also before there is a transcript
 */
export async function previewCaptions(
  userId: number,
  publicId: string,
  { nameOf, chooseStretch }: { nameOf: NameOf; chooseStretch: (durationMs: number) => TimeRange },
): Promise<CaptionPreview> {
  const transcription = await findOwnTranscription(userId, publicId);
  const transcript = await readTranscriptOf(transcription);
  const stretch = chooseStretch(transcript.durationMs);
  const hues = huesOf(transcript.utterances);
  const captions = toCaptions(transcript.utterances, { durationMs: transcript.durationMs, nameOf });
  const faulty = new Map(checkCaptions(captions).map((found) => [found.caption, found]));
  return {
    ...pick(transcript, 'publicId', 'title', 'language', 'durationMs', 'hasRecording', 'hasCopies'),
    hasPicture: hasPicture(transcription.fileName),
    hasNames: nameOf !== null,
    stretch,
    steps: stepsAround(stretch, transcript.durationMs),
    captions: captions
      .filter((caption) => overlapMs(caption, stretch) > 0)
      .map((caption) => ({
        startMs: caption.startMs,
        endMs: caption.endMs,
        lines: caption.labelledLines,
        faults: faulty.get(caption)?.faults ?? [],
        charactersPerSecond: faulty.get(caption)?.charactersPerSecond ?? 0,
        hue: hues.get(caption.speaker)!,
      })),
  };
}
