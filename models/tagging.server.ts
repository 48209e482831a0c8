import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

export class Tagging extends Model<InferAttributes<Tagging>, InferCreationAttributes<Tagging>> {
  declare id: CreationOptional<number>;
  declare tagId: number;
  declare transcriptionId: number;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Tagging.init(
      {
        ...rowColumns(),
        tagId: { type: DataTypes.BIGINT, allowNull: false },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
      },
      { sequelize, tableName: 'taggings' },
    );
  }
}
