import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { TransactionKind } from '@/app/domain/wallet/accounts';
import { rowColumns } from './columns.server';
import { WalletEntry } from './wallet-entry.server';

/** One event of the ledger; its entries sum to 0. Never changed, never deleted. */
export class WalletTransaction extends Model<
  InferAttributes<WalletTransaction>,
  InferCreationAttributes<WalletTransaction>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare kind: TransactionKind;
  /** Why, in a word the wallet page can translate: 'trial', 'transcription'. */
  declare reason: string;
  /** Names the event; unique, so that it can be recorded only once. */
  declare reference: string;
  /** The payment that it follows from; null for all that was not bought. */
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
