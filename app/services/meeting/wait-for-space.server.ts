import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_DELAY_MS } from '@/app/domain/meeting/limits';
import { Meeting } from '@/models/meeting.server';
import { hasDiskSpaceForJob } from '../platform/storage/disk-space.server';

const POLL_MS = 2_000;

/**
 * Waits until the disk has space for a recording again. False when it takes too long to go on with the meeting, or its
 * owner stopped or deleted it meanwhile.
 * @throws the reason of the signal
 */
export async function waitForSpace({ id }: Meeting, signal: AbortSignal): Promise<boolean> {
  const endsAt = Date.now() + MAX_DELAY_MS;
  while (Date.now() < endsAt) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    if (!(await hasDiskSpaceForJob())) continue;
    return (await Meeting.count({ where: { id, stopRequestedAt: null } })) > 0;
  }
  return false;
}
