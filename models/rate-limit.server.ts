import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Hits in the current window of a rate limit. */
export class RateLimit extends Model<InferAttributes<RateLimit>, InferCreationAttributes<RateLimit>> {
  declare id: CreationOptional<number>;
  /** Keyed hash of what is limited for whom. */
  declare scope: string;
  declare hits: number;
  declare endsAt: Date;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    RateLimit.init(
      {
        ...rowColumns(),
        scope: { type: DataTypes.STRING(64), allowNull: false },
        hits: { type: DataTypes.INTEGER, allowNull: false },
        endsAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'rate_limits' },
    );
  }
}
