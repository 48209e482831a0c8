import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Names and terms of an account, in their preferred spelling. */
export class Glossary extends Model<InferAttributes<Glossary>, InferCreationAttributes<Glossary>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  /** JSON of `string[]`. */
  declare terms: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Glossary.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        terms: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'glossaries' },
    );
  }
}
