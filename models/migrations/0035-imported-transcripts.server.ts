import { DataTypes } from 'sequelize';
import { optionalText } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0035-imported-transcripts';

export const steps = (): Step[] => [
  addColumn('transcriptions', 'imported_from', optionalText(16)),
  addColumn('transcriptions', 'import_repairs', { type: DataTypes.TEXT, allowNull: true }),
];
