import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0018-known-devices';

export const steps = (dialect: Dialect): Step[] => [
  createTable('known_devices', {
    id: rowKey(dialect),
    user_id: belongsTo('users', 'CASCADE'),
    token_hash: text(64),
    session_id: { type: DataTypes.BIGINT, allowNull: false },
    expires_at: dateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('known_devices', ['user_id', 'token_hash'], { unique: true }),
  addIndex('known_devices', ['token_hash']),
  addIndex('known_devices', ['expires_at']),
];
