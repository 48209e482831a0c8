import type { JobDefinition } from '@/app/services/job/job';
import { sendOutcomeEmail } from '@/app/services/notice/send-notice.server';

export const outcomeEmail: JobDefinition<{ transcriptionId: number }> = {
  name: 'notice',
  run: sendOutcomeEmail,
};
