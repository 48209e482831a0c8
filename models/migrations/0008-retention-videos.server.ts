import { DataTypes } from 'sequelize';
import { optionalDateTime, optionalText } from './column-kinds.server';
import { addColumn, addIndex, type Step } from './steps.server';

export const name = '0008-retention-videos';

export const steps = (): Step[] => [
  addColumn('users', 'keep_audio_days', { type: DataTypes.INTEGER, allowNull: true }),
  addColumn('transcriptions', 'deletion_noticed_at', optionalDateTime),
  addColumn('transcriptions', 'recording_gone_at', optionalDateTime),
  addColumn('transcriptions', 'copied_at', optionalDateTime),
  addColumn('transcriptions', 'video_id', optionalText(16)),
  addIndex('transcriptions', ['status', 'stored_until']),
];
