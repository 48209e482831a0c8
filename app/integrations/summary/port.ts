import type { SummarySentence } from '@/app/domain/transcript/summary/summary';
import type { Utterance } from '@/app/domain/transcript/transcript';

interface SummaryRequest {
  /** Language of the transcript, as a BCP 47 tag. */
  language: string;
  utterances: readonly Utterance[];
  signal: AbortSignal;
}

export interface Summarizer {
  /** No sentences for an empty transcript; rejects when it fails for now and may be retried. */
  summarize(request: SummaryRequest): Promise<SummarySentence[]>;
}
