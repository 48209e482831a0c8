import { settings } from '@/app/config/env.server';
import type { Obstacle, Readiness } from '@/app/services/platform/system/check-readiness.server';

/**
 * What `/readyz` says: `ready` or `not ready: …`, then a line each on disk and workers. A missing worker is told, and is
 * no reason to send nobody here.
 */
export function readinessAnswer({ obstacles, freeMegabytes, liveWorkers }: Readiness): {
  status: 200 | 503;
  body: string;
} {
  const isReady = obstacles.length === 0;
  const lines = [
    isReady ? 'ready' : `not ready: ${obstacles.map(sentenceOf).join(', ')}`,
    ...(freeMegabytes === null ? [] : [`disk: ${freeMegabytes} MB free`]),
    ...(liveWorkers === null ? [] : [`workers: ${liveWorkers === 0 ? 'none seen' : liveWorkers}`]),
  ];
  return { status: isReady ? 200 : 503, body: `${lines.join('\n')}\n` };
}

const PARTS: Record<Obstacle['part'], string> = {
  database: 'the database',
  folder: 'the data folder',
  storage: 'the storage',
  disk: 'the disk',
};

function sentenceOf({ part, fault }: Obstacle): string {
  if (fault === 'full') return `less than ${settings.minFreeBytes / 1024 ** 2} MB of disk space are free`;
  return `${PARTS[part]} ${fault === 'late' ? 'does not answer' : 'fails'}`;
}
