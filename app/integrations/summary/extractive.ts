import { summarize } from '@/app/domain/summary/summarize';
import type { Summarizer } from './port';

/** Takes sentences out of the transcript itself: needs no account, and can say nothing that nobody said. */
export const extractive: Summarizer = {
  summarize: async ({ utterances, language }) =>
    summarize(utterances, language).map(({ text, utterance, startMs }) => ({
      text,
      place: { utterance, startMs },
    })),
};
