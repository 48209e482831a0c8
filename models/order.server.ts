import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { OrderStatus } from '@/app/domain/billing/payments/order-state';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { rowColumns } from './columns.server';

export type OrderKind = 'hours' | 'subscription';

/** One payment, created at checkout; each period of a subscription is one order. */
export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare kind: OrderKind;
  /** Id of a price in the catalogue. */
  declare priceId: string;
  declare quantity: number;
  declare amountCents: number;
  /** Price of one hour, as offered; 0 for a subscription. */
  declare unitCents: CreationOptional<number>;
  /** What was paid, after coupons, discounts and taxes; null before. */
  declare paidCents: CreationOptional<number | null>;
  declare status: CreationOptional<OrderStatus>;
  /** Refunded part of the amount. */
  declare refundedCents: CreationOptional<number>;
  /** Part of the amount held back or taken by the buyer's bank (dispute). */
  declare disputedCents: CreationOptional<number>;
  /** Bought hours in ms; 0 for a subscription, whose months are granted one by one. */
  declare minutesMs: CreationOptional<number>;
  /** Checkout id at the payment provider. */
  declare checkoutId: CreationOptional<string | null>;
  declare checkoutUrl: CreationOptional<string | null>;
  /** Invoice id of a period at the payment provider. */
  declare invoiceId: CreationOptional<string | null>;
  declare subscriptionId: CreationOptional<number | null>;
  declare periodStart: CreationOptional<Date | null>;
  declare periodEnd: CreationOptional<Date | null>;
  declare paidAt: CreationOptional<Date | null>;
  /** When its buyer gave it up, also for a newer order; it may have been paid all the same. */
  declare canceledAt: CreationOptional<Date | null>;
  /** Null until chosen, and for a method that has no name here. */
  declare paymentMethod: CreationOptional<PaymentMethod | null>;
  /** Page of the boleto or Pix code that waits to be paid. */
  declare voucherUrl: CreationOptional<string | null>;
  declare voucherDueAt: CreationOptional<Date | null>;
  /** When the applied state was requested from the payment provider; older states are ignored. */
  declare observedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    const cents = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
    const ms = { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 };
    const moment = { type: DataTypes.DATE(3), allowNull: true };
    Order.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        kind: { type: DataTypes.STRING(16), allowNull: false },
        priceId: { type: DataTypes.STRING(64), allowNull: false },
        quantity: { type: DataTypes.INTEGER, allowNull: false },
        amountCents: { ...cents },
        unitCents: { ...cents },
        paidCents: { type: DataTypes.INTEGER, allowNull: true },
        status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'open' },
        refundedCents: { ...cents },
        disputedCents: { ...cents },
        minutesMs: { ...ms },
        checkoutId: { type: DataTypes.STRING(128), allowNull: true },
        checkoutUrl: { type: DataTypes.TEXT, allowNull: true },
        invoiceId: { type: DataTypes.STRING(128), allowNull: true },
        subscriptionId: { type: DataTypes.BIGINT, allowNull: true },
        periodStart: { ...moment },
        periodEnd: { ...moment },
        paidAt: { ...moment },
        canceledAt: { ...moment },
        paymentMethod: { type: DataTypes.STRING(16), allowNull: true },
        voucherUrl: { type: DataTypes.TEXT, allowNull: true },
        voucherDueAt: { ...moment },
        observedAt: { ...moment },
      },
      { sequelize, tableName: 'orders' },
    );
  }
}
