import { cancelSubscription as cancel } from '@/app/services/checkout/cancel-subscription.server';
import type { JobDefinition } from '@/app/services/job/job';

export const cancelSubscription: JobDefinition<{ externalId: string }> = {
  name: 'cancel-subscription',
  run: cancel,
};
