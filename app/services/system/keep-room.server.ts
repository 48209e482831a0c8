import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { makeRoom } from '../storage/room.server';
import { removeDeadWork } from './remove-dead-work.server';

const EVERY_MS = 60_000;

/**
 * Until the signal aborts: gives resting uploads up where space is short, and removes what processes of other
 * machines left, of which it is known only after a while that they are dead.
 */
export async function keepRoom(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await makeRoom().catch((error: unknown) => log.warn({ error }, 'no room could be made'));
    await removeDeadWork();
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
