import { warmExports } from '@/app/services/platform/warm-exports.server';

/** What a child process that is kept ready does before its first request. */
export const warmUp = (): Promise<void> => warmExports();
