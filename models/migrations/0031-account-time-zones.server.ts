import { DataTypes } from 'sequelize';
import { addColumn, addIndex, type Step } from './steps.server';

export const name = '0031-account-time-zones';

export const steps = (): Step[] => [
  addColumn('users', 'time_zone', {
    type: DataTypes.STRING(64),
    allowNull: false,
    defaultValue: 'America/Sao_Paulo',
  }),
  // Finds the title of a movement.
  addIndex('transcriptions', ['hold_id']),
];
