import type { JobDefinition } from '@/app/services/job/job';
import { removeFiles as remove } from '@/app/services/storage/remove-files.server';

export const removeFiles: JobDefinition<{ keys: string[] }> = {
  name: 'remove-files',
  run: remove,
};
