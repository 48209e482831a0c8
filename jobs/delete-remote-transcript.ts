import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { deleteRemoteTranscript as forget } from '@/app/services/transcription/delete-remote-transcript.server';

export const deleteRemoteTranscript: JobDefinition<unknown> = {
  name: 'forget-elsewhere',
  run: forget,
};
