import type { TranscriptionStage, TranscriptionStatus } from '@/app/domain/transcription/status';

/** One transcription as shown in a list. */
export interface TranscriptionRow {
  publicId: string;
  title: string;
  status: TranscriptionStatus;
  /** 0 to 100 while processing. */
  progressPercent: number | null;
  /** Estimated time left; null when there is no estimate. */
  minutesLeft: number | null;
  /** Current stage while processing. */
  stage: TranscriptionStage | null;
  /** Reason for waiting while pending. */
  waitsFor: 'slot' | 'model' | null;
  /** Download progress of the awaited model, 0 to 100; null when unknown. */
  modelPercent: number | null;
  /** 0 while unknown. */
  durationMs: number;
  createdAt: Date;
  /** Reason of the failure, in the interface language. */
  errorMessage: string | null;
  /** Days until a stored file is deleted. */
  retentionDaysLeft: number | null;
  /** Whole hours to buy before a stored file can be transcribed; null when the balance is enough. */
  missingHours: number | null;
  /** False once its file was deleted. */
  hasRecording: boolean;
  isFavourite: boolean;
  /** Names, in display order. */
  tags: string[];
  fileName: string;
  sizeBytes: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  /** Recognizer's model; null until recognized. */
  modelName: string | null;
  /** 0 to 100; null until finished. */
  confidenceScore: number | null;
}
