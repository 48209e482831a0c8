import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { AccountKind } from '@/app/domain/billing/wallet/accounts';
import { rowColumns } from './columns.server';

/** One account of a user's ledger with its cached balance, which always equals the sum of its entries. */
export class WalletAccount extends Model<
  InferAttributes<WalletAccount>,
  InferCreationAttributes<WalletAccount>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare kind: AccountKind;
  declare balanceMs: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    WalletAccount.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        kind: { type: DataTypes.STRING(16), allowNull: false },
        balanceMs: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      },
      { sequelize, tableName: 'wallet_accounts' },
    );
  }
}
