import type { TranscriptionStage, TranscriptionStatus } from '@/app/domain/transcription/status';

/** What a list shows of one transcription. */
export interface TranscriptionRow {
  publicId: string;
  title: string;
  status: TranscriptionStatus;
  /** 0 to 100 while processing. */
  progressPercent: number | null;
  /** How long it will probably take still; null when nobody knows. */
  minutesLeft: number | null;
  /** What a processing one is at. */
  stage: TranscriptionStage | null;
  /** What a pending one waits for. */
  waitsFor: 'slot' | 'model' | null;
  /** 0 to 100: how much of the awaited model is here, null when unknown. */
  modelPercent: number | null;
  /** 0 while it is not known. */
  durationMs: number;
  /** ISO 8601. */
  createdAt: string;
  /** Why it failed, in the reader's language. */
  errorMessage: string | null;
  /** Days until a stored file is deleted. */
  retentionDaysLeft: number | null;
  /** Whole hours to buy before a stored file can be transcribed; null when the balance is enough. */
  missingHours: number | null;
  /** False once its file is not kept any more. */
  hasRecording: boolean;
  isFavourite: boolean;
  /** Names, in their order. */
  tags: string[];
  fileName: string;
  sizeBytes: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  /** What read it; null before anything did. */
  modelName: string | null;
  /** 0 to 100; null until finished. */
  confidenceScore: number | null;
}
