import type { Transaction } from 'sequelize';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import { Draft } from '@/models/draft.server';
import { followRenames } from './degravacao/save-degravacao.server';
import { rememberSpeakers } from './known-speakers.server';
import type { DraftText } from './read-draft-text.server';
import { writeSavedText } from './saved-text.server';
import { nameVoices } from './voices.server';

/** Saves and deletes the draft in the caller's transaction. Returns the number of the newest version. */
export async function saveDraftText(
  transcriptionId: number,
  { version, blocks, changes }: DraftText,
  transaction: Transaction,
): Promise<number> {
  await Draft.destroy({ where: { transcriptionId }, transaction });
  const effective = effectiveChanges(changes);
  if (effective.length === 0) return version;
  const utterances = blocks.map(({ id: _id, ...utterance }) => utterance);
  const saved = { version: version + 1, utterances };
  await writeSavedText(transcriptionId, saved, transaction);
  await rememberSpeakers(transcriptionId, utterances, transaction);
  await nameVoices(transcriptionId, utterances, transaction);
  await followRenames(
    transcriptionId,
    effective.map(({ change }) => change),
    transaction,
  );
  return saved.version;
}
