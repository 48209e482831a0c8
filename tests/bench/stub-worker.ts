import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';
import { BullMqBroker } from '@/app/integrations/queue/bullmq.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { WORK } from '@/tests/factories/job';
import type { DatabaseAddress } from '@/tests/support/databases';

/** What a stub worker is given as JSON, as its argument. */
export interface StubWork {
  address: DatabaseAddress;
  redisUrl: string | null;
  slots: number;
  /** How long each of the three stages of a job waits. */
  stageMs: number;
}

/** A worker whose jobs wait as long as their stages would take; it begins when it is sent a message. */
const { address, redisUrl, slots, stageMs } = JSON.parse(process.argv[2]!) as StubWork;
log.level = 'silent';
const stopped = shutdownSignal();
await switchDatabase(openDatabase(address)).authenticate();
const broker = redisUrl === null ? null : new BullMqBroker(redisUrl);
process.send!({ isReady: true });
await once(process, 'message');
const run = async () => {
  for (let stage = 0; stage < 3; stage += 1) await sleep(stageMs);
};
await runJobs([{ handlers: { [WORK]: { run } }, slots }], stopped, broker);
process.exit();
