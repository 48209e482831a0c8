import { DataTypes, type QueryInterface, QueryTypes } from 'sequelize';
import { ownedWords } from '@/app/domain/search/owned-words';
import { belongsTo, flag, milliseconds, moment, optionalMoment, rowKey, text } from './column-kinds.server';
import { wordIndex } from './word-index-statements.server';

export const name = '0004-library';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  const isSqlite = sequelize.getDialect() === 'sqlite';
  const id = rowKey(queryInterface);
  const times = { created_at: moment, updated_at: moment };
  const longText = { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false };

  await queryInterface.addColumn('transcriptions', 'title_words', { type: DataTypes.TEXT, allowNull: true });
  await queryInterface.addColumn('transcriptions', 'is_favourite', { ...flag, defaultValue: false });
  await queryInterface.addColumn('transcriptions', 'noticed_at', optionalMoment);
  await queryInterface.addIndex('transcriptions', ['user_id', 'created_at']);
  await queryInterface.addIndex('transcriptions', ['user_id', 'is_favourite', 'id']);

  await queryInterface.createTable('tags', {
    id,
    user_id: belongsTo('users', 'CASCADE'),
    name: text(40),
    name_key: text(160),
    ...times,
  });
  await queryInterface.addIndex('tags', ['user_id', 'name_key'], { unique: true });

  await queryInterface.createTable('taggings', {
    id,
    tag_id: belongsTo('tags', 'CASCADE'),
    transcription_id: belongsTo('transcriptions', 'CASCADE'),
    ...times,
  });
  await queryInterface.addIndex('taggings', ['tag_id', 'transcription_id'], { unique: true });
  await queryInterface.addIndex('taggings', ['transcription_id']);

  await queryInterface.createTable('searchable_utterances', {
    id: { ...id, autoIncrement: false },
    transcription_id: belongsTo('transcriptions', 'CASCADE'),
    position: { type: DataTypes.INTEGER, allowNull: false },
    speaker: text(255),
    start_ms: milliseconds,
    text: longText,
    words: longText,
  });
  await queryInterface.addIndex('searchable_utterances', ['transcription_id']);

  for (const [table, column] of [
    ['transcriptions', 'title_words'],
    ['searchable_utterances', 'words'],
  ] as const) {
    for (const statement of wordIndex(queryInterface, table, column)) await sequelize.query(statement);
  }
  await indexTitles(queryInterface);
  await leaveTextsToWorker(queryInterface);
}

async function indexTitles({ sequelize }: QueryInterface): Promise<void> {
  const rows = await sequelize.query<{ id: number; user_id: number; title: string }>(
    'SELECT id, user_id, title FROM transcriptions',
    { type: QueryTypes.SELECT },
  );
  for (const { id, user_id: userId, title } of rows) {
    await sequelize.query('UPDATE transcriptions SET title_words = :words WHERE id = :id', {
      replacements: { id, words: ownedWords(userId, title) },
    });
  }
}

async function leaveTextsToWorker({ sequelize }: QueryInterface): Promise<void> {
  await sequelize.query(
    `INSERT INTO jobs (name, payload, status, attempts, fence, run_at, created_at, updated_at)
    SELECT 'index-transcript', CONCAT('{"transcriptionId":', transcription_id, '}'), 'waiting', 0, 0, :now, :now, :now
    FROM transcripts`,
    { replacements: { now: new Date() } },
  );
}
