import type { JobDefinition } from '@/app/services/job/job';
import { handleTranscriptionDeadLetter } from '@/app/services/transcription/give-up-transcription.server';
import { transcribe as transcribeRecording } from '@/app/services/transcription/transcribe.server';

export const transcribe: JobDefinition<{ transcriptionId: number }> = {
  name: 'transcribe',
  run: transcribeRecording,
  onDeadLetter: handleTranscriptionDeadLetter,
};
