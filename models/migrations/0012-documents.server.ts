import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, flag, optionalDateTime, publicId, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, hasColumn, type Step, statement } from './steps.server';
import { wordIndex } from './word-index.server';

export const name = '0012-documents';

export function steps(dialect: Dialect): Step[] {
  const isSqlite = dialect === 'sqlite';
  const id = rowKey(dialect);
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const times = { created_at: dateTime, updated_at: dateTime };
  const longText = { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false };

  return [
    createTable('documents', {
      id,
      public_id: publicId,
      user_id: belongsTo('users', 'CASCADE'),
      transcription_id: { ...belongsTo('transcriptions', 'SET NULL'), allowNull: true },
      title: text(255),
      is_summary: flag,
      version: number,
      saved_at: dateTime,
      warned_at: optionalDateTime,
      words: longText,
      ...times,
    }),
    addIndex('documents', ['user_id', 'saved_at', 'id']),
    addIndex('documents', ['transcription_id']),
    ...wordIndex(dialect, 'documents', 'words'),

    createTable('document_versions', {
      id,
      document_id: belongsTo('documents', 'CASCADE'),
      number,
      content: { type: DataTypes.BLOB('long'), allowNull: false },
      ...times,
    }),
    addIndex('document_versions', ['document_id', 'number'], { unique: true }),

    ...(isSqlite ? SQLITE_DRAFTS : MYSQL_DRAFTS),
  ];
}

/**
 * A draft belongs to a transcription or a document. SQLite can drop NOT NULL only by rebuilding the table.
 */
const SQLITE_DRAFTS = [
  statement(
    'create new_drafts',
    `CREATE TABLE new_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transcription_id BIGINT UNIQUE REFERENCES transcriptions (id) ON DELETE CASCADE ON UPDATE CASCADE,
    document_id BIGINT UNIQUE REFERENCES documents (id) ON DELETE CASCADE ON UPDATE CASCADE,
    version INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL)`,
  ),
  statement(
    'fill new_drafts',
    `INSERT INTO new_drafts (id, transcription_id, version, created_at, updated_at)
    SELECT id, transcription_id, version, created_at, updated_at FROM drafts`,
  ),
  statement('drop drafts', 'DROP TABLE drafts'),
  statement('rename new_drafts', 'ALTER TABLE new_drafts RENAME TO drafts'),
];

const MYSQL_DRAFTS = [
  statement('widen drafts.transcription_id', 'ALTER TABLE drafts MODIFY transcription_id BIGINT NULL'),
  statement(
    'add drafts.document_id',
    `ALTER TABLE drafts ADD COLUMN document_id BIGINT NULL UNIQUE,
    ADD CONSTRAINT drafts_document FOREIGN KEY (document_id) REFERENCES documents (id) ON DELETE CASCADE`,
    (queryInterface) => hasColumn(queryInterface, 'drafts', 'document_id'),
  ),
];
