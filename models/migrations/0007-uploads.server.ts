import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, publicId, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0007-uploads';

export const steps = (dialect: Dialect): Step[] => [
  createTable('uploads', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    fingerprint: text(64),
    storage_key: text(128),
    file_name: text(255),
    size_bytes: { type: DataTypes.BIGINT, allowNull: false },
    expires_at: dateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('uploads', ['user_id', 'fingerprint'], { unique: true }),
  addIndex('uploads', ['storage_key']),
  addIndex('uploads', ['expires_at']),
];
