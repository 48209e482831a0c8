import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';
import { WalletAccount } from './wallet-account.server';

/** A change of one account: positive into it, negative out of it. */
export class WalletEntry extends Model<InferAttributes<WalletEntry>, InferCreationAttributes<WalletEntry>> {
  declare id: CreationOptional<number>;
  declare transactionId: number;
  declare accountId: number;
  declare amountMs: number;
  /** The lot whose minutes these are; null for those of reserved, consumed and external. */
  declare lotId: CreationOptional<number | null>;
  declare account?: NonAttribute<WalletAccount>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    WalletEntry.init(
      {
        ...rowColumns(),
        transactionId: { type: DataTypes.BIGINT, allowNull: false },
        accountId: { type: DataTypes.BIGINT, allowNull: false },
        amountMs: { type: DataTypes.BIGINT, allowNull: false },
        lotId: { type: DataTypes.BIGINT, allowNull: true },
      },
      { sequelize, tableName: 'wallet_entries' },
    );
  }

  static associate(): void {
    WalletEntry.belongsTo(WalletAccount, { as: 'account', foreignKey: 'accountId' });
  }
}
