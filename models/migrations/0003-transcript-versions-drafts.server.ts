import { DataTypes, type QueryInterface } from 'sequelize';
import { belongsTo, moment, rowKey, text } from './column-kinds.server';

export const name = '0003-transcript-versions-drafts';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const isSqlite = queryInterface.sequelize.getDialect() === 'sqlite';
  const id = rowKey(queryInterface);
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const times = { created_at: moment, updated_at: moment };

  await queryInterface.createTable('transcript_versions', {
    id,
    transcription_id: belongsTo('transcriptions', 'CASCADE'),
    number,
    content: { type: DataTypes.BLOB('long'), allowNull: false },
    ...times,
  });
  await queryInterface.addIndex('transcript_versions', ['transcription_id', 'number'], { unique: true });

  await queryInterface.createTable('drafts', {
    id,
    transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
    version: number,
    ...times,
  });

  await queryInterface.createTable('draft_changes', {
    id,
    draft_id: belongsTo('drafts', 'CASCADE'),
    change_id: text(40),
    content: { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false },
    ...times,
  });
  await queryInterface.addIndex('draft_changes', ['draft_id', 'change_id'], { unique: true });
}
