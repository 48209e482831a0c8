import { Op, type Transaction } from 'sequelize';
import { ELSEWHERE, type HeardPiece, type WorkNotes } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { enqueueJob } from '../job/enqueue-job.server';
import type { JobClaim } from '../job/job';
import { withLease } from '../job/with-lease.server';

/** What a stage gave in an earlier attempt, or else what `work` gives now, kept for the next attempt. */
export async function fromCheckpoint<T>(
  transcriptionId: number,
  stage: 'words' | 'turns',
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

const PIECE = 'heard-';

const piecesOf = (transcriptionId: number) => ({ transcriptionId, stage: { [Op.startsWith]: PIECE } });

/** What was heard so far of a recording that is being transcribed, in its order. */
export async function readPieces(transcriptionId: number): Promise<HeardPiece[]> {
  const kept = await Checkpoint.findAll({ where: piecesOf(transcriptionId), order: ['id'] });
  return kept.map(({ content }) => JSON.parse(content) as HeardPiece);
}

/**
 * What the engine notes while it works on a transcription; written only by the worker that holds the claim. With
 * each piece the job has come further, so its attempts are counted anew: they are those at the same place.
 */
export function notesOf(transcriptionId: number, claim: JobClaim): WorkNotes {
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
    readPieces: () => readPieces(transcriptionId),
    addPiece: (piece) =>
      withLease(claim, async (transaction) => {
        const number = await Checkpoint.count({ where: piecesOf(transcriptionId), transaction });
        await write(`${PIECE}${number}`, piece, transaction);
        await Job.update({ attempts: 1 }, { where: { id: claim.jobId }, transaction });
      }),
    dropPieces: () =>
      withLease(claim, async (transaction) => {
        await Checkpoint.destroy({ where: piecesOf(transcriptionId), transaction });
      }),
  };
}

/**
 * Forgets what the stages gave, once it stands in the transcript or is of no more use. What an engine keeps of
 * that work elsewhere goes right after, by a job of this commit.
 */
export async function dropCheckpoints(transcriptionId: number[], transaction: Transaction): Promise<void> {
  const elsewhere = await Checkpoint.findAll({
    where: { transcriptionId, stage: ELSEWHERE },
    transaction,
  });
  for (const { content } of elsewhere) {
    const payload: unknown = JSON.parse(content);
    if (payload !== null) await enqueueJob({ name: 'forget-elsewhere', payload }, transaction);
  }
  await Checkpoint.destroy({ where: { transcriptionId }, transaction });
}
