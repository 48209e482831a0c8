import { DataTypes } from 'sequelize';
import { addColumn, addIndex, type Step } from './steps.server';

export const name = '0016-concerns-estimates';

export const steps = (): Step[] => [
  addColumn('transcriptions', 'concerns', { type: DataTypes.TEXT, allowNull: true }),
  addColumn('transcriptions', 'expected_at', {
    type: DataTypes.DATE(3),
    allowNull: true,
  }),
  // For the fairness between lanes: when a lane was served last.
  addIndex('jobs', ['lane', 'finished_at']),
];
