import { DataTypes, type QueryInterface } from 'sequelize';
import {
  belongsTo,
  flag,
  moment,
  optionalMoment,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';

export const name = '0005-summaries-shares';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const isSqlite = queryInterface.sequelize.getDialect() === 'sqlite';
  const id = rowKey(queryInterface);
  const longText = isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long');
  const times = { created_at: moment, updated_at: moment };

  await queryInterface.addColumn('transcriptions', 'recording_sha256', optionalText(64));

  await queryInterface.createTable('summaries', {
    id,
    transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
    summary: { type: longText, allowNull: false },
    sentences: { type: longText, allowNull: false },
    summary_copy: { type: longText, allowNull: true },
    version: { type: DataTypes.INTEGER, allowNull: false },
    ...times,
  });

  await queryInterface.createTable('shares', {
    id,
    public_id: publicId,
    transcription_id: belongsTo('transcriptions', 'CASCADE'),
    token_hash: { ...text(64), unique: true },
    with_audio: flag,
    expires_at: moment,
    revoked_at: optionalMoment,
    ...times,
  });
  await queryInterface.addIndex('shares', ['transcription_id', 'id']);
}
