import { DataTypes } from 'sequelize';
import { addColumn, type Step } from './steps.server';

export const name = '0010-subscription-months';

export function steps(): Step[] {
  const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };

  return [
    addColumn('subscriptions', 'month_number', number),
    addColumn('subscriptions', 'warned_percent', number),
    addColumn('subscriptions', 'plan_times', {
      type: DataTypes.TEXT,
      allowNull: true,
    }),
  ];
}
