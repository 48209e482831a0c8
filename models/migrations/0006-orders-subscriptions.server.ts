import { DataTypes, type QueryInterface } from 'sequelize';
import {
  belongsTo,
  milliseconds,
  moment,
  optionalMoment,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';

export const name = '0006-orders-subscriptions';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const id = rowKey(queryInterface);
  const times = { created_at: moment, updated_at: moment };
  const amount = { ...milliseconds, defaultValue: 0 };
  const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };

  await queryInterface.addColumn('users', 'customer_id', optionalText(128));

  await queryInterface.createTable('subscriptions', {
    id,
    user_id: belongsTo('users', 'RESTRICT'),
    external_id: { ...text(128), unique: true },
    price_id: text(64),
    status: text(16),
    cancels_at: optionalMoment,
    month_start: optionalMoment,
    month_end: optionalMoment,
    month_planned_ms: amount,
    month_granted_ms: amount,
    postings: number,
    observed_at: optionalMoment,
    ...times,
  });
  await queryInterface.addIndex('subscriptions', ['user_id']);
  await queryInterface.addIndex('subscriptions', ['status']);

  await queryInterface.createTable('orders', {
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
    period_start: optionalMoment,
    period_end: optionalMoment,
    paid_at: optionalMoment,
    observed_at: optionalMoment,
    ...times,
  });
  await queryInterface.addIndex('orders', ['user_id', 'id']);
  await queryInterface.addIndex('orders', ['subscription_id', 'period_start']);
  await queryInterface.addIndex('orders', ['status', 'created_at']);

  await queryInterface.addColumn('wallet_transactions', 'order_id', {
    type: DataTypes.BIGINT,
    allowNull: true,
    references: { model: 'orders', key: 'id' },
  });
  await queryInterface.addIndex('wallet_transactions', ['order_id']);
}
