import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** 'pastDue': a renewal was not paid yet; 'waiting': the first payment was not. */
export type SubscriptionStatus = 'waiting' | 'active' | 'pastDue' | 'ended';

/** A user's subscription to a plan, and its current month of minutes. */
export class Subscription extends Model<
  InferAttributes<Subscription>,
  InferCreationAttributes<Subscription>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** Subscription id at the payment provider. */
  declare externalId: string;
  /** Id of a price in the catalogue. */
  declare priceId: string;
  declare status: SubscriptionStatus;
  /** When it ends without renewal; null while it renews. */
  declare cancelsAt: CreationOptional<Date | null>;
  /** The month whose minutes are in the wallet; null before the first and after the last. */
  declare monthStart: CreationOptional<Date | null>;
  declare monthEnd: CreationOptional<Date | null>;
  /** Minutes of the month when fully paid, in ms. */
  declare monthPlannedMs: CreationOptional<number>;
  /** Number of months granted; the first is 1. */
  declare monthNumber: CreationOptional<number>;
  /** Highest usage percentage of the month that was mailed. */
  declare warnedPercent: CreationOptional<number>;
  /** JSON of PlanTime[], from the invoices; null until fetched from the payment provider. */
  declare planTimes: CreationOptional<string | null>;
  /** Number of ledger transactions posted; part of the next one's reference. */
  declare postings: CreationOptional<number>;
  /** When it was found to be a second one, to be cancelled and refunded; it has ended for us since. */
  declare revokedAt: CreationOptional<Date | null>;
  /** When the mails about that were enqueued. */
  declare revocationToldAt: CreationOptional<Date | null>;
  /** When the applied state was requested from the payment provider; older states are ignored. */
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
        monthNumber: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        warnedPercent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        planTimes: { type: DataTypes.TEXT, allowNull: true },
        postings: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        revokedAt: { ...moment },
        revocationToldAt: { ...moment },
        observedAt: { ...moment },
      },
      { sequelize, tableName: 'subscriptions' },
    );
  }
}
