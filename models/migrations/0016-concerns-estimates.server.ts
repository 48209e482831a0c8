import { DataTypes, type QueryInterface } from 'sequelize';

export const name = '0016-concerns-estimates';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.addColumn('transcriptions', 'concerns', { type: DataTypes.TEXT, allowNull: true });
  await queryInterface.addColumn('transcriptions', 'expected_at', {
    type: DataTypes.DATE(3),
    allowNull: true,
  });
  // When a lane was served last, which the fairness between lanes goes by.
  await queryInterface.addIndex('jobs', ['lane', 'finished_at']);
}
