import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

export type Role = 'user' | 'admin';
export type ConsumptionRule = 'TRIAL' | 'SUBSCRIPTION';

export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  /** Lower case, trimmed. */
  declare email: string;
  declare name: string;
  declare role: CreationOptional<Role>;
  declare consumptionRule: CreationOptional<ConsumptionRule>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    User.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        email: { type: DataTypes.STRING(254), allowNull: false },
        name: { type: DataTypes.STRING(120), allowNull: false },
        role: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'user' },
        consumptionRule: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'TRIAL' },
      },
      { sequelize, tableName: 'users' },
    );
  }
}
