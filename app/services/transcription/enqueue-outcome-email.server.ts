import type { Transaction } from 'sequelize';
import type { Transcription } from '@/models/transcription.server';
import { enqueueJob } from '../platform/jobs/enqueue-job.server';

/** Enqueues the outcome e-mail of a transcription, except for the sample. */
export async function enqueueOutcomeEmail(
  { id, isSample }: Pick<Transcription, 'id' | 'isSample'>,
  transaction: Transaction,
): Promise<void> {
  if (!isSample) await enqueueJob({ name: 'notice', payload: { transcriptionId: id } }, transaction);
}
