import { DataTypes, type QueryInterface } from 'sequelize';
import { belongsTo, flag, moment, optionalMoment, publicId, rowKey, text } from './column-kinds.server';
import { wordIndex } from './word-index-statements.server';

export const name = '0012-documents';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  const isSqlite = sequelize.getDialect() === 'sqlite';
  const id = rowKey(queryInterface);
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const times = { created_at: moment, updated_at: moment };
  const longText = { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false };

  await queryInterface.createTable('documents', {
    id,
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    transcription_id: { ...belongsTo('transcriptions', 'SET NULL'), allowNull: true },
    title: text(255),
    is_summary: flag,
    version: number,
    saved_at: moment,
    warned_at: optionalMoment,
    words: longText,
    ...times,
  });
  await queryInterface.addIndex('documents', ['user_id', 'saved_at', 'id']);
  await queryInterface.addIndex('documents', ['transcription_id']);
  for (const statement of wordIndex(queryInterface, 'documents', 'words')) await sequelize.query(statement);

  await queryInterface.createTable('document_versions', {
    id,
    document_id: belongsTo('documents', 'CASCADE'),
    number,
    content: { type: DataTypes.BLOB('long'), allowNull: false },
    ...times,
  });
  await queryInterface.addIndex('document_versions', ['document_id', 'number'], { unique: true });

  for (const statement of isSqlite ? SQLITE_DRAFTS : MYSQL_DRAFTS) await sequelize.query(statement);
}

/** A draft is of a transcription or of a document. SQLite takes a NOT NULL back only with the table made anew. */
const SQLITE_DRAFTS = [
  `CREATE TABLE new_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transcription_id BIGINT UNIQUE REFERENCES transcriptions (id) ON DELETE CASCADE ON UPDATE CASCADE,
    document_id BIGINT UNIQUE REFERENCES documents (id) ON DELETE CASCADE ON UPDATE CASCADE,
    version INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL)`,
  `INSERT INTO new_drafts (id, transcription_id, version, created_at, updated_at)
    SELECT id, transcription_id, version, created_at, updated_at FROM drafts`,
  'DROP TABLE drafts',
  'ALTER TABLE new_drafts RENAME TO drafts',
];

const MYSQL_DRAFTS = [
  'ALTER TABLE drafts MODIFY transcription_id BIGINT NULL',
  `ALTER TABLE drafts ADD COLUMN document_id BIGINT NULL UNIQUE,
    ADD CONSTRAINT drafts_document FOREIGN KEY (document_id) REFERENCES documents (id) ON DELETE CASCADE`,
];
