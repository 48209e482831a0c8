import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { handleTranscriptionDeadLetter } from '@/app/services/transcription/handle-transcription-dead-letter.server';
import { transcribe as transcribeRecording } from '@/app/services/transcription/transcribe.server';

export const transcribe: JobDefinition<{ transcriptionId: number }> = {
  name: 'transcribe',
  run: transcribeRecording,
  onDeadLetter: handleTranscriptionDeadLetter,
};
