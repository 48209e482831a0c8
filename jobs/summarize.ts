import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { summarizeTranscript } from '@/app/services/transcript/summary/summarize-transcript.server';

export const summarize: JobDefinition<{ transcriptionId: number }> = {
  name: 'summarize',
  run: summarizeTranscript,
};
