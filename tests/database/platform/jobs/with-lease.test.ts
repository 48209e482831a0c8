import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import {
  completeJob,
  moveToDeadLetters,
  postponeJob,
  retryJob,
} from '@/app/services/platform/jobs/finish-job.server';
import { type JobClaim, LeaseLost, NotYet } from '@/app/services/platform/jobs/job';
import { withLease } from '@/app/services/platform/jobs/with-lease.server';
import { Job } from '@/models/job.server';
import { User } from '@/models/user.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('a lease', () => {
  let userId: number;
  let claim: JobClaim;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ name: 'before' });
    await insertJob(WORK, {});
    claim = await claimAgain();
  });

  async function claimAgain(): Promise<JobClaim> {
    await Job.update({ leasedUntil: new Date(Date.now() - 1) }, { where: { status: 'running' } });
    const job = (await claimJob([WORK]))!;
    return { jobId: job.id, fence: job.fence };
  }

  const rename = () =>
    withLease(claim, (transaction) => User.update({ name: 'after' }, { where: { id: userId }, transaction }));
  const name = async () => (await User.findByPk(userId, { rejectOnEmpty: true })).name;
  const job = () => Job.findByPk(claim.jobId, { rejectOnEmpty: true });

  it('allows its holder to write, which renews it', async () => {
    const nearlyOver = new Date(Date.now() + 1000);
    await Job.update({ leasedUntil: nearlyOver }, { where: {} });
    await rename();
    expect(await name()).toBe('after');
    expect((await job()).leasedUntil!.getTime()).toBeGreaterThan(nearlyOver.getTime());
  });

  it('allows its holder to write when it has expired but nobody took over', async () => {
    await Job.update({ leasedUntil: new Date(Date.now() - 1) }, { where: {} });
    await rename();
    expect(await name()).toBe('after');
  });

  it('rejects writes of a worker whose job was taken over', async () => {
    await claimAgain();
    await expect(rename()).rejects.toBeInstanceOf(LeaseLost);
    expect(await name()).toBe('before');
  });

  it('rejects writes of a worker whose job is done or waits again', async () => {
    await postponeJob(claim, null);
    await expect(rename()).rejects.toBeInstanceOf(LeaseLost);
    claim = await claimAgain();
    await completeJob(claim);
    await expect(rename()).rejects.toBeInstanceOf(LeaseLost);
    expect(await name()).toBe('before');
  });

  it.each([
    { ending: 'completeJob', end: completeJob },
    { ending: 'moveToDeadLetters', end: (old: JobClaim) => moveToDeadLetters(old, new Error('late')) },
    { ending: 'retryJob', end: (old: JobClaim) => retryJob(old, 1, new Error('late')) },
    { ending: 'postponeJob', end: (old: JobClaim) => postponeJob(old, new NotYet(1)) },
  ])('is not ended by the $ending of a worker that was replaced', async ({ end }) => {
    await claimAgain();
    const before = (await job()).get();
    await end(claim);
    expect((await job()).get()).toEqual(before);
  });

  it('rolls back what was written together with a failure', async () => {
    const before = (await job()).leasedUntil;
    const failing = withLease(claim, async (transaction) => {
      await User.update({ name: 'after' }, { where: { id: userId }, transaction });
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await name()).toBe('before');
    expect((await job()).leasedUntil).toEqual(before);
  });
});
