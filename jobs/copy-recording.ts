import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { copyRecording as copy } from '@/app/services/transcription/copy-recording.server';

export const copyRecording: JobDefinition<{ transcriptionId: number }> = {
  name: 'copy-recording',
  run: copy,
};
