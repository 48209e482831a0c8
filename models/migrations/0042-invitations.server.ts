import { belongsTo, dateTime, optionalDateTime, publicId, rowKey, text } from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0042-invitations';

export const steps = (dialect: Dialect): Step[] => [
  createTable('invitations', {
    id: rowKey(dialect),
    public_id: publicId,
    email: text(254),
    invited_by: { ...belongsTo('users', 'SET NULL'), allowNull: true },
    expires_at: dateTime,
    used_at: optionalDateTime,
    revoked_at: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('invitations', ['email']),
];
