import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  optionalDateTime,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0040-webhooks';

const whole = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 } as const;
const optionalWhole = { type: DataTypes.INTEGER, allowNull: true } as const;

export const steps = (dialect: Dialect): Step[] => [
  createTable('webhook_endpoints', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    url: text(2048),
    events: text(512),
    sealed_secret: text(512),
    old_sealed_secret: optionalText(512),
    old_secret_until: optionalDateTime,
    disabled_at: optionalDateTime,
    disabled_for: optionalText(16),
    failures: whole,
    failing_since: optionalDateTime,
    paused_until: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('webhook_endpoints', ['user_id']),
  createTable('webhook_deliveries', {
    id: rowKey(dialect),
    public_id: publicId,
    endpoint_id: belongsTo('webhook_endpoints', 'CASCADE'),
    event: text(64),
    body: { type: DataTypes.TEXT, allowNull: false },
    status: text(16),
    attempts: whole,
    next_at: optionalDateTime,
    expires_at: dateTime,
    last_status: optionalWhole,
    last_error: optionalText(32),
    last_ms: optionalWhole,
    delivered_at: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('webhook_deliveries', ['endpoint_id', 'id']),
  addIndex('webhook_deliveries', ['created_at']),
];
