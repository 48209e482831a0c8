import { notifyEmailChange as announce } from '@/app/services/account/notify-email-change.server';
import type { JobDefinition } from '@/app/services/platform/jobs/job';

export const announceEmailChange: JobDefinition<Parameters<typeof announce>[0]['payload']> = {
  name: 'announce-email-change',
  run: announce,
};
