import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A user's dismissal of an advertisement. */
export class AdDismissal extends Model<InferAttributes<AdDismissal>, InferCreationAttributes<AdDismissal>> {
  declare id: CreationOptional<number>;
  declare adId: number;
  declare userId: number;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    AdDismissal.init(
      {
        ...rowColumns(),
        adId: { type: DataTypes.BIGINT, allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
      },
      { sequelize, tableName: 'ad_dismissals' },
    );
  }
}
