import type { JobDefinition } from '@/app/services/job/job';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { transcribe as transcribeRecording } from '@/app/services/transcription/transcribe.server';

export const transcribe: JobDefinition<{ transcriptionId: number }> = {
  name: 'transcribe',
  run: transcribeRecording,
  giveUp: (run) => failTranscription(run, 'transcription.failed'),
};
