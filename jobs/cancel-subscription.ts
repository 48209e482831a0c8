import { cancelSubscription as cancel } from '@/app/services/billing/payments/cancel-subscription.server';
import type { JobDefinition } from '@/app/services/platform/jobs/job';

export const cancelSubscription: JobDefinition<{ externalId: string }> = {
  name: 'cancel-subscription',
  run: cancel,
};
