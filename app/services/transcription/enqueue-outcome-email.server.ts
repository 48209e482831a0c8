import type { Transaction } from 'sequelize';
import type { Transcription } from '@/models/transcription.server';
import { enqueue } from '../platform/jobs/enqueue.server';

export async function enqueueOutcomeEmail(
  { id, isSample }: Pick<Transcription, 'id' | 'isSample'>,
  transaction: Transaction,
): Promise<void> {
  if (!isSample) await enqueue('notice', { transcriptionId: id }, { transaction });
}
