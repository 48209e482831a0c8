import { DataTypes, type QueryInterface } from 'sequelize';
import { optionalMoment, optionalText } from './column-kinds.server';

export const name = '0008-retention-videos';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.addColumn('users', 'keep_audio_days', { type: DataTypes.INTEGER, allowNull: true });
  await queryInterface.addColumn('transcriptions', 'deletion_noticed_at', optionalMoment);
  await queryInterface.addColumn('transcriptions', 'recording_gone_at', optionalMoment);
  await queryInterface.addColumn('transcriptions', 'copied_at', optionalMoment);
  await queryInterface.addColumn('transcriptions', 'video_id', optionalText(16));
  await queryInterface.addIndex('transcriptions', ['status', 'stored_until']);
}
