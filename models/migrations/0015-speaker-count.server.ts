import { DataTypes, type QueryInterface } from 'sequelize';

export const name = '0015-speaker-count';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.addColumn('transcriptions', 'speaker_count', {
    type: DataTypes.INTEGER,
    allowNull: true,
  });
}
