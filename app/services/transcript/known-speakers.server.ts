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
  const used = rememberNames(
    [],
    utterances.map(({ speaker }) => speaker),
  );
  if (used.length === 0) return;
  const { userId } = await Transcription.findByPk(transcriptionId, {
    attributes: ['userId'],
    transaction,
    rejectOnEmpty: true,
  });
  // The row has to exist before it is locked: what is not there locks nobody out.
  await KnownSpeakers.bulkCreate([{ userId, names: '[]' }], { ignoreDuplicates: true, transaction });
  const kept = await KnownSpeakers.findOne({
    where: { userId },
    transaction,
    lock: transaction.LOCK.UPDATE,
    rejectOnEmpty: true,
  });
  const names = JSON.stringify(rememberNames(JSON.parse(kept.names) as string[], used));
  if (names !== kept.names) await kept.update({ names }, { transaction });
}
