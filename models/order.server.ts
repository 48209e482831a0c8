import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

export type OrderKind = 'hours' | 'subscription';
/** 'pending': the buyer is done and the money is on its way, as with a boleto. */
export type OrderStatus = 'open' | 'pending' | 'paid' | 'expired' | 'failed';

/** One payment, from the moment somebody goes to pay it; each period of a subscription is one. */
export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  declare kind: OrderKind;
  /** Id of a price in the catalogue. */
  declare priceId: string;
  declare quantity: number;
  declare amountCents: number;
  declare status: CreationOptional<OrderStatus>;
  /** Of the amount, what was paid back, for good. */
  declare refundedCents: CreationOptional<number>;
  /** Of the amount, what the buyer's bank holds back or took. */
  declare disputedCents: CreationOptional<number>;
  /** What hours are bought, in ms; 0 for a subscription, whose months are granted one by one. */
  declare minutesMs: CreationOptional<number>;
  /** What the ledger holds of `minutesMs` now. */
  declare creditedMs: CreationOptional<number>;
  /** What the payment company calls the checkout. */
  declare checkoutId: CreationOptional<string | null>;
  /** Where the buyer pays. */
  declare checkoutUrl: CreationOptional<string | null>;
  /** What the payment company calls the bill of a period. */
  declare invoiceId: CreationOptional<string | null>;
  declare subscriptionId: CreationOptional<number | null>;
  declare periodStart: CreationOptional<Date | null>;
  declare periodEnd: CreationOptional<Date | null>;
  declare paidAt: CreationOptional<Date | null>;
  /** When the payment company was asked for what stands here; an older answer changes nothing. */
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
        status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'open' },
        refundedCents: { ...cents },
        disputedCents: { ...cents },
        minutesMs: { ...ms },
        creditedMs: { ...ms },
        checkoutId: { type: DataTypes.STRING(128), allowNull: true },
        checkoutUrl: { type: DataTypes.TEXT, allowNull: true },
        invoiceId: { type: DataTypes.STRING(128), allowNull: true },
        subscriptionId: { type: DataTypes.BIGINT, allowNull: true },
        periodStart: { ...moment },
        periodEnd: { ...moment },
        paidAt: { ...moment },
        observedAt: { ...moment },
      },
      { sequelize, tableName: 'orders' },
    );
  }
}
