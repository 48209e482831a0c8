import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, optionalDateTime, publicId, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0026-passkeys';

export const steps = (dialect: Dialect): Step[] => [
  createTable('passkeys', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    credential_hash: { ...text(64), unique: true },
    credential_id: { type: DataTypes.TEXT, allowNull: false },
    public_key: { type: DataTypes.TEXT, allowNull: false },
    counter: { type: DataTypes.BIGINT, allowNull: false },
    name: text(60),
    last_used_at: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('passkeys', ['user_id']),
];
