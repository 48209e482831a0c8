import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  flag,
  milliseconds,
  optionalDateTime,
  optionalText,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0033-remembered-voices';

export const steps = (dialect: Dialect): Step[] => [
  addColumn('users', 'voices_consented_at', optionalDateTime),
  createTable('voices', {
    id: rowKey(dialect),
    user_id: belongsTo('users', 'CASCADE'),
    transcription_id: belongsTo('transcriptions', 'CASCADE'),
    start_ms: milliseconds,
    end_ms: milliseconds,
    model: text(64),
    max_distance: { type: DataTypes.DOUBLE, allowNull: false },
    embedding: { type: DataTypes.TEXT, allowNull: false },
    name: optionalText(255),
    is_dismissed: flag,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('voices', ['user_id', 'model']),
  addIndex('voices', ['transcription_id']),
];
