import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A word by which a user keeps transcriptions together. */
export class Tag extends Model<InferAttributes<Tag>, InferCreationAttributes<Tag>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** As it was typed last. */
  declare name: string;
  /** What makes two names the same: all but capitals. */
  declare nameKey: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Tag.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        name: { type: DataTypes.STRING(40), allowNull: false },
        nameKey: { type: DataTypes.STRING(160), allowNull: false },
      },
      { sequelize, tableName: 'tags' },
    );
  }
}
