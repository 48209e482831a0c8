import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import type { AppErrorCode } from '@/app/domain/errors';
import { rowColumns } from './columns.server';

/** A chunked upload of a recording, until it is registered as a transcription. */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare id: CreationOptional<number>;
  declare publicId: string;
  declare userId: number;
  /** Hash that identifies the file among the user's others, so that its upload can be resumed. */
  declare fingerprint: string;
  declare storageKey: string;
  declare fileName: string;
  /** As announced; the upload is finished when as many bytes have arrived. */
  declare sizeBytes: number;
  /** Upload URL of the storage for the browser. A secret: it grants write access. */
  declare sessionAddress: CreationOptional<string | null>;
  /** Language of the recording, told when the upload began; null in uploads of older pages. */
  declare language: CreationOptional<string | null>;
  /** Null when the number of speakers is unknown. */
  declare speakerCount: CreationOptional<number | null>;
  /** Code of the error for which a complete upload was not registered while nobody watched. */
  declare rejection: CreationOptional<AppErrorCode | null>;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;
  /** When the last chunk arrived. */
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
        language: { type: DataTypes.STRING(8), allowNull: true },
        speakerCount: { type: DataTypes.INTEGER, allowNull: true },
        rejection: { type: DataTypes.STRING(255), allowNull: true },
        expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      },
      { sequelize, tableName: 'uploads' },
    );
  }
}
