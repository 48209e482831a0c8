import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { rowColumns } from './columns.server';

/**
 * Minutes of one source in a spendable account: an order of hours, a month of a plan, a grant, the trial. A
 * refund takes from its own lot only. Its figures always equal the sums of the entries that name it.
 */
export class WalletLot extends Model<InferAttributes<WalletLot>, InferCreationAttributes<WalletLot>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare account: SpendableAccount;
  /** Unique: 'order:PUBLIC_ID', 'subscription:ID:MONTH', 'grant:…', 'trial:USER_ID'. */
  declare source: string;
  /** The payment it results from; null when nothing was paid. */
  declare orderId: CreationOptional<number | null>;
  /** Credited less taken back and expired, in ms. */
  declare creditedMs: CreationOptional<number>;
  /** Neither spent nor reserved, in ms. */
  declare remainingMs: CreationOptional<number>;
  /** Spent or reserved although its payment was returned: the operator's loss, in ms. */
  declare lostMs: CreationOptional<number>;
  /** When it expires; null for minutes that stay. */
  declare endsAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    const ms = { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 };
    WalletLot.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        account: { type: DataTypes.STRING(16), allowNull: false },
        source: { type: DataTypes.STRING(128), allowNull: false },
        orderId: { type: DataTypes.BIGINT, allowNull: true },
        creditedMs: { ...ms },
        remainingMs: { ...ms },
        lostMs: { ...ms },
        endsAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'wallet_lots' },
    );
  }
}
