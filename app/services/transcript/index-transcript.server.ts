import type { Transaction } from 'sequelize';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Transcription } from '@/models/transcription.server';

/** Rows per INSERT statement; a transcript of ten hours has some ten thousand utterances. */
const ROWS_PER_INSERT = 500;

/** Updates the full-text index of a transcription to its current text. Writes only the rows that changed. */
export async function indexTranscript(
  transcriptionId: number,
  utterances: Pick<Utterance, 'speaker' | 'startMs' | 'text'>[],
  transaction: Transaction,
): Promise<void> {
  const { userId } = await Transcription.findByPk(transcriptionId, {
    attributes: ['userId'],
    rejectOnEmpty: true,
    transaction,
  });
  const rows = utterances.map(({ speaker, startMs, text }, position) => ({
    id: SearchableUtterance.idAt(transcriptionId, position),
    transcriptionId,
    position,
    speaker,
    startMs,
    text,
  }));
  const known = await SearchableUtterance.findAll({
    where: { transcriptionId },
    order: ['position'],
    raw: true,
    transaction,
  });
  const knownAs = new Map(known.map((row) => [row.id, contentOf(row)]));
  const fresh = rows.filter((row) => knownAs.get(row.id) !== contentOf(row));
  const stale = [...fresh.map(({ id }) => id), ...known.slice(rows.length).map(({ id }) => id)];
  await SearchableUtterance.destroy({ where: { id: stale }, transaction });
  for (let from = 0; from < fresh.length; from += ROWS_PER_INSERT) {
    await SearchableUtterance.bulkCreate(
      fresh
        .slice(from, from + ROWS_PER_INSERT)
        .map((row) => ({ ...row, words: userScopedTerms(userId, row.text) })),
      { transaction },
    );
  }
}

const contentOf = ({ speaker, startMs, text }: Pick<Utterance, 'speaker' | 'startMs' | 'text'>) =>
  JSON.stringify([speaker, startMs, text]);
