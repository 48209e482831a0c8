import { Op, type Transaction } from 'sequelize';
import { type CheckpointStore, REMOTE_WORK_KEY, type StoredSegment } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import type { JobClaim } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';

/** The result of an earlier attempt at this stage, or that of `work`, which it stores. */
export async function withCheckpoint<T>(
  transcriptionId: number,
  stage: 'words' | 'speakers',
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

const SEGMENT_PREFIX = 'heard-';

const segmentsOf = (transcriptionId: number) => ({
  transcriptionId,
  stage: { [Op.startsWith]: SEGMENT_PREFIX },
});

export async function readSegments(transcriptionId: number): Promise<StoredSegment[]> {
  const kept = await Checkpoint.findAll({ where: segmentsOf(transcriptionId), order: ['id'] });
  return kept.map(({ content }) => JSON.parse(content) as StoredSegment);
}

/** Of a transcription that has none yet. @param contents JSON of segments, in order */
export async function keepSegments(
  transcriptionId: number,
  contents: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const rows = contents.map((content, number) => ({
    transcriptionId,
    stage: `${SEGMENT_PREFIX}${number}`,
    content,
  }));
  await Checkpoint.bulkCreate(rows, { transaction });
}

/**
 * The engine's checkpoint store for a transcription; only the worker that holds the lease writes. Each added
 * segment is progress, so it resets the job's attempt counter: attempts count failures at the same position.
 */
export function checkpointStore(transcriptionId: number, claim: JobClaim): CheckpointStore {
  const write = async (stage: string, value: unknown, transaction: Transaction) => {
    const content = JSON.stringify(value);
    const where = { transcriptionId, stage };
    const [kept, isNew] = await Checkpoint.findOrCreate({
      where,
      defaults: { ...where, content },
      transaction,
    });
    if (!isNew) await kept.update({ content }, { transaction });
  };
  return {
    async read(stage) {
      const kept = await Checkpoint.findOne({ where: { transcriptionId, stage } });
      return kept && JSON.parse(kept.content);
    },
    write: (stage, value) => withLease(claim, (transaction) => write(stage, value, transaction)),
    readSegments: () => readSegments(transcriptionId),
    addSegment: (piece) =>
      withLease(claim, async (transaction) => {
        const number = await Checkpoint.count({ where: segmentsOf(transcriptionId), transaction });
        await write(`${SEGMENT_PREFIX}${number}`, piece, transaction);
        await Job.update({ attempts: 1 }, { where: { id: claim.jobId }, transaction });
      }),
    deleteSegments: () =>
      withLease(claim, async (transaction) => {
        await Checkpoint.destroy({ where: segmentsOf(transcriptionId), transaction });
      }),
  };
}

/** Enqueues, in the same commit, the deletion of what an external engine stores of that work. */
export async function dropCheckpoints(transcriptionId: number[], transaction: Transaction): Promise<void> {
  const elsewhere = await Checkpoint.findAll({
    where: { transcriptionId, stage: REMOTE_WORK_KEY },
    transaction,
  });
  for (const { content } of elsewhere) {
    const payload: unknown = JSON.parse(content);
    if (payload !== null) await enqueue('forget-elsewhere', payload, { transaction });
  }
  await Checkpoint.destroy({ where: { transcriptionId }, transaction });
}
