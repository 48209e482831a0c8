import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { TransactionKind } from '@/app/domain/billing/wallet/accounts';
import { rowColumns } from './columns.server';
import { WalletEntry } from './wallet-entry.server';

/** One event of the ledger; its entries sum to 0. Immutable. */
export class WalletTransaction extends Model<
  InferAttributes<WalletTransaction>,
  InferCreationAttributes<WalletTransaction>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare kind: TransactionKind;
  /** Translation key of the wallet page: 'trial', 'transcription'. */
  declare reason: string;
  /** Unique idempotency key of the event. */
  declare reference: string;
  /** The order it results from; null when nothing was bought. */
  declare orderId: CreationOptional<number | null>;
  declare entries?: NonAttribute<WalletEntry[]>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    WalletTransaction.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        kind: { type: DataTypes.STRING(16), allowNull: false },
        reason: { type: DataTypes.STRING(64), allowNull: false },
        reference: { type: DataTypes.STRING(128), allowNull: false },
        orderId: { type: DataTypes.BIGINT, allowNull: true },
      },
      { sequelize, tableName: 'wallet_transactions' },
    );
  }

  static associate(): void {
    WalletTransaction.hasMany(WalletEntry, { as: 'entries', foreignKey: 'transactionId' });
  }
}
