import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, rowKey } from './column-kinds.server';
import { createTable, type Dialect, type Step } from './steps.server';

export const name = '0014-glossaries';

export const steps = (dialect: Dialect): Step[] => [
  createTable('glossaries', {
    id: rowKey(dialect),
    user_id: { ...belongsTo('users', 'CASCADE'), unique: true },
    terms: { type: DataTypes.TEXT, allowNull: false },
    created_at: dateTime,
    updated_at: dateTime,
  }),
];
