import type { JobDefinition } from '@/app/services/job/job';
import { copyRecording as copy } from '@/app/services/transcription/copy-recording.server';

export const copyRecording: JobDefinition<{ transcriptionId: number }> = {
  name: 'copy-recording',
  run: copy,
};
