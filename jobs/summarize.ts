import type { JobDefinition } from '@/app/services/job/job';
import { summarizeTranscript } from '@/app/services/summary/summarize-transcript.server';

export const summarize: JobDefinition<{ transcriptionId: number }> = {
  name: 'summarize',
  run: summarizeTranscript,
};
