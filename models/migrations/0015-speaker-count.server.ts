import { DataTypes } from 'sequelize';
import { addColumn, type Step } from './steps.server';

export const name = '0015-speaker-count';

export const steps = (): Step[] => [
  addColumn('transcriptions', 'speaker_count', {
    type: DataTypes.INTEGER,
    allowNull: true,
  }),
];
