import type { JobDefinition } from '@/app/services/job/job';
import {
  handleSpeakersDeadLetter,
  identifySpeakers as tellSpeakersApart,
} from '@/app/services/transcript/identify-speakers.server';

export const identifySpeakers: JobDefinition<{ transcriptionId: number }> = {
  name: 'identify-speakers',
  run: tellSpeakersApart,
  onDeadLetter: handleSpeakersDeadLetter,
};
