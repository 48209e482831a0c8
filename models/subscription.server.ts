import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** 'pastDue': a period that was not paid yet; 'waiting': the first one. */
export type SubscriptionStatus = 'waiting' | 'active' | 'pastDue' | 'ended';

/** Somebody's subscription to a plan, and the month of minutes that it is in. */
export class Subscription extends Model<
  InferAttributes<Subscription>,
  InferCreationAttributes<Subscription>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** What the payment company calls it. */
  declare externalId: string;
  /** Id of a price in the catalogue. */
  declare priceId: string;
  declare status: SubscriptionStatus;
  /** When it ends without another period; null while it goes on. */
  declare cancelsAt: CreationOptional<Date | null>;
  /** The month whose minutes are in the wallet; null before the first and after the last. */
  declare monthStart: CreationOptional<Date | null>;
  declare monthEnd: CreationOptional<Date | null>;
  /** What the month gives when it is wholly paid, in ms. */
  declare monthPlannedMs: CreationOptional<number>;
  /** What the ledger was given for the month so far, less what was taken back, in ms. */
  declare monthGrantedMs: CreationOptional<number>;
  /** How many months had their minutes; the first is 1. */
  declare monthNumber: CreationOptional<number>;
  /** The highest percentage of the month's minutes whose use was mailed. */
  declare warnedPercent: CreationOptional<number>;
  /** JSON of PlanTime[]: what of which plan the bills give; null until the payment company was asked. */
  declare planTimes: CreationOptional<string | null>;
  /** How many events of the ledger it caused; numbers the next one. */
  declare postings: CreationOptional<number>;
  /** When the payment company was asked for what stands here; an older answer changes nothing. */
  declare observedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    const ms = { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 };
    const moment = { type: DataTypes.DATE(3), allowNull: true };
    Subscription.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        externalId: { type: DataTypes.STRING(128), allowNull: false },
        priceId: { type: DataTypes.STRING(64), allowNull: false },
        status: { type: DataTypes.STRING(16), allowNull: false },
        cancelsAt: { ...moment },
        monthStart: { ...moment },
        monthEnd: { ...moment },
        monthPlannedMs: { ...ms },
        monthGrantedMs: { ...ms },
        monthNumber: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        warnedPercent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        planTimes: { type: DataTypes.TEXT, allowNull: true },
        postings: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        observedAt: { ...moment },
      },
      { sequelize, tableName: 'subscriptions' },
    );
  }
}
