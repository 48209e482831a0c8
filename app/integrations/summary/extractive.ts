import { summarize } from '@/app/domain/transcript/summary/summarize';
import type { Summarizer } from './port';

/** Selects sentences of the transcript itself, so it needs no account and cannot make anything up. */
export const extractive: Summarizer = {
  summarize: async ({ utterances, language }) =>
    summarize(utterances, language).map(({ text, utterance, startMs }) => ({
      text,
      place: { utterance, startMs },
    })),
};
