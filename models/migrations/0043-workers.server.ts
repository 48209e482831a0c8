import { DataTypes } from 'sequelize';
import { dateTime, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0043-workers';

export const steps = (dialect: Dialect): Step[] => [
  createTable('workers', {
    id: rowKey(dialect),
    process_key: text(64),
    seen_at: dateTime,
    figures: { type: DataTypes.TEXT, allowNull: false },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('workers', ['process_key'], { unique: true }),
  addIndex('workers', ['seen_at']),
];
