import { DataTypes } from 'sequelize';
import { optionalDateTime, optionalText } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0030-payment-details';

export const steps = (): Step[] => [
  addColumn('orders', 'payment_method', optionalText(16)),
  addColumn('orders', 'voucher_url', { type: DataTypes.TEXT, allowNull: true }),
  addColumn('orders', 'voucher_due_at', optionalDateTime),
  addColumn('subscriptions', 'revoked_at', optionalDateTime),
  addColumn('subscriptions', 'revocation_told_at', optionalDateTime),
];
