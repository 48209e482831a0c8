import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A feature flag, or the maintenance mode, set by an administrator. */
export class Flag extends Model<InferAttributes<Flag>, InferCreationAttributes<Flag>> {
  declare id: CreationOptional<number>;
  declare name: string;
  declare isOn: boolean;
  /** JSON list of the e-mail addresses it is on for; empty means everybody. */
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
