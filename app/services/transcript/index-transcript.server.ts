import type { Transaction } from 'sequelize';
import { foldedTokens } from '@/app/domain/library/searchable-words';
import { encodePlaces, type Place, pairTermOf, placeOf } from '@/app/domain/library/term-places';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { database } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { TranscriptTerm } from '@/models/transcript-term.server';
import { Transcription } from '@/models/transcription.server';

/** Rows per statement; a transcript of ten hours has some ten thousand utterances, and as many different words. */
const ROWS_PER_STATEMENT = 500;

/** Updates the search index of a transcription to its current text. Writes only the rows that changed. */
export async function indexTranscript(
  transcriptionId: number,
  utterances: Pick<Utterance, 'speaker' | 'startMs' | 'text'>[],
  transaction: Transaction,
): Promise<void> {
  await writeUtterances(transcriptionId, utterances, transaction);
  await writeTerms(transcriptionId, utterances, transaction);
}

async function writeUtterances(
  transcriptionId: number,
  utterances: Pick<Utterance, 'speaker' | 'startMs' | 'text'>[],
  transaction: Transaction,
): Promise<void> {
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
  for (const chunk of chunksOf(fresh)) await SearchableUtterance.bulkCreate(chunk, { transaction });
}

const contentOf = ({ speaker, startMs, text }: Pick<Utterance, 'speaker' | 'startMs' | 'text'>) =>
  JSON.stringify([speaker, startMs, text]);

async function writeTerms(
  transcriptionId: number,
  utterances: Pick<Utterance, 'text'>[],
  transaction: Transaction,
): Promise<void> {
  const { userId } = await Transcription.findByPk(transcriptionId, {
    attributes: ['userId'],
    rejectOnEmpty: true,
    transaction,
  });
  const wanted = placesByTerm(utterances);
  const known = await TranscriptTerm.findAll({
    where: { transcriptionId },
    attributes: ['term', 'places'],
    raw: true,
    transaction,
  });
  const kept = new Set(
    known.filter(({ term, places }) => wanted.get(term)?.equals(places)).map(({ term }) => term),
  );
  const stale = known.map(({ term }) => term).filter((term) => !kept.has(term));
  for (const chunk of chunksOf(stale)) {
    await TranscriptTerm.destroy({ where: { userId, transcriptionId, term: chunk }, transaction });
  }
  const fresh = [...wanted].filter(([term]) => !kept.has(term));
  for (const chunk of chunksOf(fresh)) {
    // Not by the model, whose validation takes longer than the insert.
    await database()
      .getQueryInterface()
      .bulkInsert(
        'transcript_terms',
        chunk.map(([term, places]) => ({
          transcription_id: transcriptionId,
          user_id: userId,
          term,
          places,
        })),
        { transaction },
      );
  }
}

function placesByTerm(utterances: Pick<Utterance, 'text'>[]): Map<string, Buffer> {
  const places = new Map<string, Place[]>();
  const add = (term: string, place: Place) => {
    const known = places.get(term);
    if (known) known.push(place);
    else places.set(term, [place]);
  };
  for (const [position, { text }] of utterances.entries()) {
    const tokens = foldedTokens(text);
    for (const [index, term] of tokens.entries()) {
      const place = placeOf(position, index);
      add(term, place);
      const pair = pairTermOf(term, tokens[index + 1]);
      if (pair) add(pair, place);
    }
  }
  return new Map([...places].map(([term, found]) => [term, encodePlaces(found)]));
}

function* chunksOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    yield rows.slice(from, from + ROWS_PER_STATEMENT);
  }
}
