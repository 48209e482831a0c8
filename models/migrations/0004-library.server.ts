import { DataTypes, type QueryInterface, QueryTypes, type Transaction } from 'sequelize';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import {
  belongsTo,
  dateTime,
  flag,
  milliseconds,
  optionalDateTime,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, changeRows, createTable, type Dialect, type Step } from './steps.server';
import { wordIndex } from './word-index.server';

export const name = '0004-library';

export function steps(dialect: Dialect): Step[] {
  const isSqlite = dialect === 'sqlite';
  const id = rowKey(dialect);
  const times = { created_at: dateTime, updated_at: dateTime };
  const longText = { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false };

  return [
    addColumn('transcriptions', 'title_words', { type: DataTypes.TEXT, allowNull: true }),
    addColumn('transcriptions', 'is_favourite', { ...flag, defaultValue: false }),
    addColumn('transcriptions', 'noticed_at', optionalDateTime),
    addIndex('transcriptions', ['user_id', 'created_at']),
    addIndex('transcriptions', ['user_id', 'is_favourite', 'id']),

    createTable('tags', {
      id,
      user_id: belongsTo('users', 'CASCADE'),
      name: text(40),
      name_key: text(160),
      ...times,
    }),
    addIndex('tags', ['user_id', 'name_key'], { unique: true }),

    createTable('taggings', {
      id,
      tag_id: belongsTo('tags', 'CASCADE'),
      transcription_id: belongsTo('transcriptions', 'CASCADE'),
      ...times,
    }),
    addIndex('taggings', ['tag_id', 'transcription_id'], { unique: true }),
    addIndex('taggings', ['transcription_id']),

    createTable('searchable_utterances', {
      id: { ...id, autoIncrement: false },
      transcription_id: belongsTo('transcriptions', 'CASCADE'),
      position: { type: DataTypes.INTEGER, allowNull: false },
      speaker: text(255),
      start_ms: milliseconds,
      text: longText,
      words: longText,
    }),
    addIndex('searchable_utterances', ['transcription_id']),

    ...wordIndex(dialect, 'transcriptions', 'title_words'),
    ...wordIndex(dialect, 'searchable_utterances', 'words'),
    changeRows('index titles', indexTitles),
    changeRows('leave texts to the worker', enqueueIndexing),
  ];
}

async function indexTitles({ sequelize }: QueryInterface, transaction: Transaction | null): Promise<void> {
  const rows = await sequelize.query<{ id: number; user_id: number; title: string }>(
    'SELECT id, user_id, title FROM transcriptions',
    { type: QueryTypes.SELECT, transaction },
  );
  for (const { id, user_id: userId, title } of rows) {
    await sequelize.query('UPDATE transcriptions SET title_words = :words WHERE id = :id', {
      replacements: { id, words: userScopedTerms(userId, title) },
      transaction,
    });
  }
}

/** A killed earlier version, which recorded no steps, may have enqueued the jobs already. */
async function enqueueIndexing(
  { sequelize }: QueryInterface,
  transaction: Transaction | null,
): Promise<void> {
  await sequelize.query(
    `INSERT INTO jobs (name, payload, status, attempts, fence, run_at, created_at, updated_at)
    SELECT 'index-transcript', CONCAT('{"transcriptionId":', transcription_id, '}'), 'waiting', 0, 0, :now, :now, :now
    FROM transcripts WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE name = 'index-transcript')`,
    { replacements: { now: new Date() }, transaction },
  );
}
