import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { sendOutcomeEmail } from '@/app/services/transcription/send-outcome-email.server';

export const outcomeEmail: JobDefinition<{ transcriptionId: number }> = {
  name: 'notice',
  run: sendOutcomeEmail,
};
