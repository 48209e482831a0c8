import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A user's label for transcriptions. */
export class Tag extends Model<InferAttributes<Tag>, InferCreationAttributes<Tag>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** As typed last. */
  declare name: string;
  /** Lower-cased name, for uniqueness. */
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
