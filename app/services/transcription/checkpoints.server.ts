import type { Transaction } from 'sequelize';
import { ELSEWHERE, type WorkNotes } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
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

/** What the engine notes while it works on a transcription; written only by the worker that holds the claim. */
export function notesOf(transcriptionId: number, claim: JobClaim): WorkNotes {
  return {
    async read(stage) {
      const kept = await Checkpoint.findOne({ where: { transcriptionId, stage } });
      return kept && JSON.parse(kept.content);
    },
    async write(stage, value) {
      const content = JSON.stringify(value);
      await withLease(claim, async (transaction) => {
        const where = { transcriptionId, stage };
        const [kept, isNew] = await Checkpoint.findOrCreate({
          where,
          defaults: { ...where, content },
          transaction,
        });
        if (!isNew) await kept.update({ content }, { transaction });
      });
    },
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
