import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  milliseconds,
  optionalDateTime,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0006-orders-subscriptions';

export function steps(dialect: Dialect): Step[] {
  const id = rowKey(dialect);
  const times = { created_at: dateTime, updated_at: dateTime };
  const amount = { ...milliseconds, defaultValue: 0 };
  const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };

  return [
    addColumn('users', 'customer_id', optionalText(128)),

    createTable('subscriptions', {
      id,
      user_id: belongsTo('users', 'RESTRICT'),
      external_id: { ...text(128), unique: true },
      price_id: text(64),
      status: text(16),
      cancels_at: optionalDateTime,
      month_start: optionalDateTime,
      month_end: optionalDateTime,
      month_planned_ms: amount,
      month_granted_ms: amount,
      postings: number,
      observed_at: optionalDateTime,
      ...times,
    }),
    addIndex('subscriptions', ['user_id']),
    addIndex('subscriptions', ['status']),

    createTable('orders', {
      id,
      public_id: publicId,
      user_id: belongsTo('users', 'RESTRICT'),
      kind: text(16),
      price_id: text(64),
      quantity: number,
      amount_cents: number,
      status: text(16),
      refunded_cents: number,
      disputed_cents: number,
      minutes_ms: amount,
      credited_ms: amount,
      checkout_id: { ...optionalText(128), unique: true },
      checkout_url: { type: DataTypes.TEXT, allowNull: true },
      invoice_id: { ...optionalText(128), unique: true },
      subscription_id: { ...belongsTo('subscriptions', 'RESTRICT'), allowNull: true },
      period_start: optionalDateTime,
      period_end: optionalDateTime,
      paid_at: optionalDateTime,
      observed_at: optionalDateTime,
      ...times,
    }),
    addIndex('orders', ['user_id', 'id']),
    addIndex('orders', ['subscription_id', 'period_start']),
    addIndex('orders', ['status', 'created_at']),

    addColumn('wallet_transactions', 'order_id', {
      type: DataTypes.BIGINT,
      allowNull: true,
      references: { model: 'orders', key: 'id' },
    }),
    addIndex('wallet_transactions', ['order_id']),
  ];
}
