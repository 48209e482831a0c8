import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { removeFiles as remove } from '@/app/services/platform/storage/remove-files.server';

export const removeFiles: JobDefinition<{ keys: string[] }> = {
  name: 'remove-files',
  run: remove,
};
