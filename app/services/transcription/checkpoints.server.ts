import type { Transaction } from 'sequelize';
import { Checkpoint } from '@/models/checkpoint.server';
import type { JobClaim } from '../job/job';
import { withLease } from '../job/with-lease.server';

/** What a stage gave in an earlier attempt, or else what `work` gives now, kept for the next attempt. */
export async function fromCheckpoint<T>(
  transcriptionId: number,
  stage: Checkpoint['stage'],
  claim: JobClaim,
  work: () => Promise<T>,
): Promise<T> {
  const kept = await Checkpoint.findOne({ where: { transcriptionId, stage } });
  if (kept) return JSON.parse(kept.content) as T;
  const result = await work();
  await withLease(claim, (transaction) =>
    Checkpoint.create({ transcriptionId, stage, content: JSON.stringify(result) }, { transaction }),
  );
  return result;
}

/** Forgets what the stages gave, once it stands in the transcript or is of no more use. */
export async function dropCheckpoints(transcriptionId: number, transaction: Transaction): Promise<void> {
  await Checkpoint.destroy({ where: { transcriptionId }, transaction });
}
