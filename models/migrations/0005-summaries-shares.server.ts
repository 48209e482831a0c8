import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  flag,
  optionalDateTime,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0005-summaries-shares';

export function steps(dialect: Dialect): Step[] {
  const isSqlite = dialect === 'sqlite';
  const id = rowKey(dialect);
  const longText = isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long');
  const times = { created_at: dateTime, updated_at: dateTime };

  return [
    addColumn('transcriptions', 'recording_sha256', optionalText(64)),

    createTable('summaries', {
      id,
      transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
      summary: { type: longText, allowNull: false },
      sentences: { type: longText, allowNull: false },
      summary_copy: { type: longText, allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
      ...times,
    }),

    createTable('shares', {
      id,
      public_id: publicId,
      transcription_id: belongsTo('transcriptions', 'CASCADE'),
      token_hash: { ...text(64), unique: true },
      with_audio: flag,
      expires_at: dateTime,
      revoked_at: optionalDateTime,
      ...times,
    }),
    addIndex('shares', ['transcription_id', 'id']),
  ];
}
