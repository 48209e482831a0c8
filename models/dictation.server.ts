import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/**
 * The server's copy of what somebody records with the microphone right now, for live text. The browser keeps the
 * recording itself and sends it when it is finished.
 */
export class Dictation extends Model<InferAttributes<Dictation>, InferCreationAttributes<Dictation>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** Of what is spoken. */
  declare language: string;
  /** What has arrived, without gaps. */
  declare sizeBytes: CreationOptional<number>;
  declare chunkCount: CreationOptional<number>;
  /** How often its recognition was started; it ends when nothing comes for a while. */
  declare startCount: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  /** When the last chunk arrived. */
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Dictation.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        language: { type: DataTypes.STRING(8), allowNull: false },
        sizeBytes: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
        chunkCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        startCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      },
      { sequelize, tableName: 'dictations' },
    );
  }
}
