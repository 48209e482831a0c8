import type { SummarySentence } from '@/app/domain/summary/summary';
import type { Utterance } from '@/app/domain/transcription/transcript';

export interface SummaryRequest {
  /** Of the words, a BCP 47 tag. */
  language: string;
  utterances: readonly Utterance[];
  signal: AbortSignal;
}

/** Says in few words what a transcript says in many. */
export interface Summarizer {
  /** @returns no sentences when there is nothing to say; rejects when it cannot be done now */
  summarize(request: SummaryRequest): Promise<SummarySentence[]>;
}
