import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A link by which anybody may read one transcription. */
export class Share extends Model<InferAttributes<Share>, InferCreationAttributes<Share>> {
  declare id: CreationOptional<number>;
  /** For its owner's list; of no use to a reader. */
  declare publicId: string;
  declare transcriptionId: number;
  /** Hash of the token in the link, which is shown once and kept nowhere. */
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
