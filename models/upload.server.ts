import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A recording that arrives in pieces, until it is registered as a transcription. */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** Hash of what tells this file from the person's others, so that the same file goes on where it broke off. */
  declare fingerprint: string;
  declare storageKey: string;
  declare fileName: string;
  /** As announced; it is finished when as many have arrived. */
  declare sizeBytes: number;
  /** Where its browser sends it straight to the storage: whoever has this can, too. */
  declare sessionAddress: CreationOptional<string | null>;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;
  /** When its last piece arrived. */
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Upload.init(
      {
        ...rowColumns(),
        publicId: { type: DataTypes.STRING(32), allowNull: false },
        userId: { type: DataTypes.BIGINT, allowNull: false },
        fingerprint: { type: DataTypes.STRING(64), allowNull: false },
        storageKey: { type: DataTypes.STRING(128), allowNull: false },
        fileName: { type: DataTypes.STRING(255), allowNull: false },
        sizeBytes: { type: DataTypes.BIGINT, allowNull: false },
        sessionAddress: { type: DataTypes.STRING(2048), allowNull: true },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'uploads' },
    );
  }
}
