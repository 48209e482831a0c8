import type { JobDefinition } from '@/app/services/job/job';
import { forgetElsewhere as forget } from '@/app/services/speech/forget-elsewhere.server';

export const forgetElsewhere: JobDefinition<unknown> = {
  name: 'forget-elsewhere',
  run: forget,
};
