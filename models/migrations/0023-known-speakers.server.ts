import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, rowKey } from './column-kinds.server';
import { createTable, type Dialect, type Step } from './steps.server';

export const name = '0023-known-speakers';

export const steps = (dialect: Dialect): Step[] => [
  createTable('known_speakers', {
    id: rowKey(dialect),
    user_id: { ...belongsTo('users', 'CASCADE'), unique: true },
    names: { type: DataTypes.TEXT, allowNull: false },
    created_at: dateTime,
    updated_at: dateTime,
  }),
];
