import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { indexSavedTranscript } from '@/app/services/transcript/index-saved-transcript.server';

export const indexTranscript: JobDefinition<{ transcriptionId: number }> = {
  name: 'index-transcript',
  run: ({ payload }) => indexSavedTranscript(payload.transcriptionId),
};
