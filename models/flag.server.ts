import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A feature, or the maintenance of the whole site, that an administrator switches. */
export class Flag extends Model<InferAttributes<Flag>, InferCreationAttributes<Flag>> {
  declare id: CreationOptional<number>;
  declare name: string;
  declare isOn: boolean;
  /** JSON list of the addresses that it is on for; an empty one means everybody. */
  declare emails: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Flag.init(
      {
        ...rowColumns(),
        name: { type: DataTypes.STRING(64), allowNull: false },
        isOn: { type: DataTypes.BOOLEAN, allowNull: false },
        emails: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'flags' },
    );
  }
}
