import { DataTypes } from 'sequelize';
import { addColumn, type Step } from './steps.server';

export const name = '0022-player-settings';

export const steps = (): Step[] => [
  addColumn('users', 'player_settings', { type: DataTypes.TEXT, allowNull: true }),
];
