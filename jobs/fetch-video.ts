import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { fetchVideo as fetch } from '@/app/services/transcription/video/fetch-video.server';

export const fetchVideo: JobDefinition<{ transcriptionId: number }> = {
  name: 'fetch-video',
  run: fetch,
  onDeadLetter: (run) => failTranscription(run, 'video.refused'),
};
