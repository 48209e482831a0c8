import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0003-transcript-versions-drafts';

export function steps(dialect: Dialect): Step[] {
  const isSqlite = dialect === 'sqlite';
  const id = rowKey(dialect);
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const times = { created_at: dateTime, updated_at: dateTime };

  return [
    createTable('transcript_versions', {
      id,
      transcription_id: belongsTo('transcriptions', 'CASCADE'),
      number,
      content: { type: DataTypes.BLOB('long'), allowNull: false },
      ...times,
    }),
    addIndex('transcript_versions', ['transcription_id', 'number'], { unique: true }),

    createTable('drafts', {
      id,
      transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
      version: number,
      ...times,
    }),

    createTable('draft_changes', {
      id,
      draft_id: belongsTo('drafts', 'CASCADE'),
      change_id: text(40),
      content: { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false },
      ...times,
    }),
    addIndex('draft_changes', ['draft_id', 'change_id'], { unique: true }),
  ];
}
