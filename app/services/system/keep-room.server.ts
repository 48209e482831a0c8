import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { makeRoom } from '../storage/room.server';
import { removeDeadWork } from './remove-dead-work.server';

const EVERY_MS = 60_000;

/**
 * Background loop until the signal aborts: evicts idle uploads when disk space is short, and removes
 * leftovers of processes of other machines, which can be considered dead only after a while.
 */
export async function keepRoom(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await makeRoom().catch((error: unknown) => log.warn({ error }, 'no room could be made'));
    await removeDeadWork();
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
