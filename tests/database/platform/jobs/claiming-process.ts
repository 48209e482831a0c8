import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { WORK } from '@/tests/factories/job';
import type { DatabaseAddress } from '@/tests/support/databases';

/** Runs several claimers until no job waits, and prints the ids of the claimed jobs. */
const [address, claimers] = process.argv.slice(2);
const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
const claimed: number[] = [];

async function claimUntilNoneWaits(): Promise<void> {
  while ((await Job.count({ where: { status: 'waiting' } })) > 0) {
    const job = await claimJob([WORK]);
    if (!job) continue;
    claimed.push(job.id);
    await completeJob({ jobId: job.id, fence: job.fence });
  }
}

await Promise.all(Array.from({ length: Number(claimers) }, claimUntilNoneWaits));
process.stdout.write(JSON.stringify(claimed));
await sequelize.close();
