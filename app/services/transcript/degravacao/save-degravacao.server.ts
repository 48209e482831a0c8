import { AppError } from '@/app/domain/errors';
import type { DegravacaoRecord } from '@/app/domain/transcript/degravacao/record';
import { Degravacao } from '@/models/degravacao.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../find-own-transcription.server';

/**
 * Keeps the record of a degravação.
 * @param form its `version` is that of the record that the form showed (optimistic locking); 0 for none
 * @throws AppError 'transcription.not-found'; 'degravacao.conflict' when it changed meanwhile
 */
export function saveDegravacao(
  userId: number,
  publicId: string,
  { version, submissionId, record }: { version: number; submissionId: string; record: DegravacaoRecord },
): Promise<void> {
  return withIdempotencyKey(`degravacao:${userId}`, submissionId, async (transaction) => {
    // The lock makes two first records of one transcription wait for each other.
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, {
      transaction,
      lock: transaction.LOCK.UPDATE,
    });
    const kept = await Degravacao.findOne({ where: { transcriptionId }, transaction });
    if ((kept?.version ?? 0) !== version) throw new AppError('degravacao.conflict');
    const values = {
      ...record,
      participants: JSON.stringify(record.participants),
      version: version + 1,
    };
    if (kept) await kept.update(values, { transaction });
    else await Degravacao.create({ transcriptionId, ...values }, { transaction });
  });
}
