import { DataTypes, type QueryInterface } from 'sequelize';

export const name = '0010-subscription-months';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
  await queryInterface.addColumn('subscriptions', 'month_number', number);
  await queryInterface.addColumn('subscriptions', 'warned_percent', number);
  await queryInterface.addColumn('subscriptions', 'plan_times', {
    type: DataTypes.TEXT,
    allowNull: true,
  });
}
