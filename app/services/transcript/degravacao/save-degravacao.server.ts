import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import {
  type DegravacaoRecord,
  mergeParticipants,
  type Participant,
  renameParticipants,
} from '@/app/domain/transcript/degravacao/record';
import { MAX_PEOPLE } from '@/app/domain/transcript/people';
import type { TranscriptChange } from '@/app/domain/transcript/transcript-change';
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
    const before = kept ? (JSON.parse(kept.participants) as Participant[]) : [];
    const participants = mergeParticipants(before, record.participants, MAX_PEOPLE);
    const values = { ...record, participants: JSON.stringify(participants), version: version + 1 };
    if (kept) await kept.update(values, { transaction });
    else await Degravacao.create({ transcriptionId, ...values }, { transaction });
  });
}

/** Roles and full names follow the speakers that saved changes rename. A form that is still open is then outdated. */
export async function followRenames(
  transcriptionId: number,
  changes: readonly TranscriptChange[],
  transaction: Transaction,
): Promise<void> {
  const renames = changes.filter((change) => change.kind === 'rename');
  if (renames.length === 0) return;
  const kept = await Degravacao.findOne({ where: { transcriptionId }, transaction });
  if (!kept) return;
  const participants = renameParticipants(JSON.parse(kept.participants) as Participant[], renames);
  const values = { participants: JSON.stringify(participants), version: kept.version + 1 };
  await kept.update(values, { transaction });
}
