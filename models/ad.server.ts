import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** An advertisement for signed-in users. The newest active one is shown. */
export class Ad extends Model<InferAttributes<Ad>, InferCreationAttributes<Ad>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare title: string;
  declare message: string;
  /** Sanitised before it is stored. */
  declare html: string;
  /** Storage key of the image. */
  declare imageKey: string | null;
  declare isActive: boolean;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Ad.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        title: { type: DataTypes.STRING(120), allowNull: false },
        message: { type: DataTypes.TEXT, allowNull: false },
        html: { type: DataTypes.TEXT, allowNull: false },
        imageKey: { type: DataTypes.STRING(128), allowNull: true },
        isActive: { type: DataTypes.BOOLEAN, allowNull: false },
      },
      { sequelize, tableName: 'ads' },
    );
  }
}
