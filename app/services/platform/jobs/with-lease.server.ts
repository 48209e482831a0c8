import type { Transaction } from 'sequelize';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { type JobClaim, LEASE_MS, LeaseLost } from './job';

/** Checks the fencing token and renews the lease in one transaction. @throws LeaseLost, nothing written */
export async function withLease<T>(
  claim: JobClaim,
  write: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(async (transaction) => {
    const [held] = await Job.update(
      { leasedUntil: new Date(Date.now() + LEASE_MS) },
      { where: { id: claim.jobId, fence: claim.fence, status: 'running' }, transaction },
    );
    if (held === 0) throw new LeaseLost(claim);
    return write(transaction);
  });
}
