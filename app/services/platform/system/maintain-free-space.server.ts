import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { freeDiskSpace } from '../storage/disk-space.server';
import { removeLeftovers } from './remove-leftovers.server';

const INTERVAL_MS = 60_000;

/** Leftovers of other machines' processes can be considered dead only after a while. */
export async function maintainFreeSpace(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await freeDiskSpace().catch((error: unknown) => log.warn({ error }, 'no room could be made'));
    await removeLeftovers();
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
