import type { JobDefinition } from '@/app/services/platform/jobs/job';
import {
  handleSpeakersDeadLetter,
  identifySpeakers as tellSpeakersApart,
} from '@/app/services/transcription/identify-speakers.server';

export const identifySpeakers: JobDefinition<{ transcriptionId: number }> = {
  name: 'identify-speakers',
  run: tellSpeakersApart,
  onDeadLetter: handleSpeakersDeadLetter,
};
