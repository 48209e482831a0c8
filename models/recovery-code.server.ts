import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A code that stands in for a passkey once; the row goes when it is used. Only its hash is stored. */
export class RecoveryCode extends Model<
  InferAttributes<RecoveryCode>,
  InferCreationAttributes<RecoveryCode>
> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare codeHash: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    RecoveryCode.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        codeHash: { type: DataTypes.STRING(64), allowNull: false },
      },
      { sequelize, tableName: 'recovery_codes' },
    );
  }
}
