import type { TranscriptionStage, TranscriptionStatus } from '@/app/domain/transcription/status';

export interface TranscriptionRow {
  publicId: string;
  title: string;
  status: TranscriptionStatus;
  /** 0 to 100 while processing. */
  progressPercent: number | null;
  minutesLeft: number | null;
  stage: TranscriptionStage | null;
  waitsFor: 'slot' | 'model' | null;
  modelPercent: number | null;
  /** 0 while unknown. */
  durationMs: number;
  createdAt: Date;
  /** Reason of the failure, in the interface language. */
  errorMessage: string | null;
  retentionDaysLeft: number | null;
  /** Whole hours to buy before a stored file can be transcribed; null when the balance is enough. */
  missingHours: number | null;
  hasRecording: boolean;
  isFavourite: boolean;
  tags: string[];
  fileName: string;
  sizeBytes: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  modelName: string | null;
  /** 0 to 100; null until finished. */
  confidenceScore: number | null;
}
