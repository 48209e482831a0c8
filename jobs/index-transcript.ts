import type { JobDefinition } from '@/app/services/job/job';
import { indexSavedTranscript } from '@/app/services/search/index-saved-transcript.server';

export const indexTranscript: JobDefinition<{ transcriptionId: number }> = {
  name: 'index-transcript',
  run: ({ payload }) => indexSavedTranscript(payload.transcriptionId),
};
