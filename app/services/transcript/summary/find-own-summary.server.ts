import type { Transaction } from 'sequelize';
import { Summary } from '@/models/summary.server';
import { findOwnTranscription } from '../find-own-transcription.server';

/** Null before one was generated. @throws AppError 'transcription.not-found' */
export async function findOwnSummary(
  userId: number,
  publicId: string,
  transaction?: Transaction,
): Promise<Summary | null> {
  const { id } = await findOwnTranscription(userId, publicId, { ...(transaction && { transaction }) });
  return Summary.findOne({ where: { transcriptionId: id }, transaction });
}
