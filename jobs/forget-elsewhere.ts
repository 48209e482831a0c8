import type { JobDefinition } from '@/app/services/job/job';
import { deleteRemoteTranscript as forget } from '@/app/services/speech/forget-elsewhere.server';

export const deleteRemoteTranscript: JobDefinition<unknown> = {
  name: 'forget-elsewhere',
  run: forget,
};
