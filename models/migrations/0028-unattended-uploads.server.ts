import { DataTypes } from 'sequelize';
import { addColumn, type Step } from './steps.server';

export const name = '0028-unattended-uploads';

export const steps = (): Step[] => [
  addColumn('uploads', 'language', { type: DataTypes.STRING(8), allowNull: true }),
  addColumn('uploads', 'speaker_count', { type: DataTypes.INTEGER, allowNull: true }),
  addColumn('uploads', 'rejection', { type: DataTypes.STRING(255), allowNull: true }),
];
