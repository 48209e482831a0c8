import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** For the callbacks of what was collected. */
const BETWEEN_COLLECTIONS_MS = 10;

/** Collects garbage ten times: what only weak references hold is gone afterwards. */
export async function collectGarbage(): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    collect();
    await sleep(BETWEEN_COLLECTIONS_MS);
  }
}
