import type { Transaction } from 'sequelize';
import { rememberNames } from '@/app/domain/transcript/known-names';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { KnownSpeakers } from '@/models/known-speakers.server';
import { Transcription } from '@/models/transcription.server';

/** Names that the account gave to people in any of its transcripts, the last used first. */
export async function readKnownSpeakers(userId: number): Promise<string[]> {
  const kept = await KnownSpeakers.findOne({ where: { userId } });
  return kept ? (JSON.parse(kept.names) as string[]) : [];
}

/** The names of a saved text are offered in other transcripts of its owner from now on. */
export async function rememberSpeakers(
  transcriptionId: number,
  utterances: readonly Pick<Utterance, 'speaker'>[],
  transaction: Transaction,
): Promise<void> {
  const { userId } = await Transcription.findByPk(transcriptionId, {
    attributes: ['userId'],
    transaction,
    rejectOnEmpty: true,
  });
  const kept = await KnownSpeakers.findOne({ where: { userId }, transaction, lock: transaction.LOCK.UPDATE });
  const before = kept?.names ?? '[]';
  const used = new Set(utterances.map(({ speaker }) => speaker));
  const names = JSON.stringify(rememberNames(JSON.parse(before) as string[], used));
  if (names === before) return;
  await KnownSpeakers.bulkCreate([{ userId, names }], {
    updateOnDuplicate: ['names', 'updatedAt'],
    conflictAttributes: ['userId'],
    transaction,
  });
}
