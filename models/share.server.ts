import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A public link to one transcription. */
export class Share extends Model<InferAttributes<Share>, InferCreationAttributes<Share>> {
  declare id: CreationOptional<number>;
  /** For the owner's list; grants no access. */
  declare publicId: string;
  declare transcriptionId: number;
  /** Hash of the token in the link, which is shown once and not stored. */
  declare tokenHash: string;
  declare withAudio: boolean;
  declare expiresAt: Date;
  declare revokedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Share.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        tokenHash: { type: DataTypes.STRING(64), allowNull: false },
        withAudio: { type: DataTypes.BOOLEAN, allowNull: false },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
        revokedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'shares' },
    );
  }
}
