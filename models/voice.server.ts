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
 * A remembered voice: of one person in one transcription, of an account that agreed to it. Deleted with
 * the transcription, the account or the consent, as biometric data.
 */
export class Voice extends Model<InferAttributes<Voice>, InferCreationAttributes<Voice>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare transcriptionId: number;
  /** A range in which the person speaks: whom it belongs to after changes of names. */
  declare startMs: number;
  declare endMs: number;
  /** Name of the model pack; embeddings of others cannot be compared. */
  declare model: string;
  /** Cosine distance within which the model takes two voices for one. */
  declare maxDistance: number;
  /** JSON of `number[]`, of unit length. */
  declare embedding: string;
  /** As its owner named the person; null before that. */
  declare name: CreationOptional<string | null>;
  /** Whether the offered name was refused. */
  declare isDismissed: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Voice.init(
      {
        ...rowColumns(),
        userId: { type: DataTypes.BIGINT, allowNull: false },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        startMs: { type: DataTypes.BIGINT, allowNull: false },
        endMs: { type: DataTypes.BIGINT, allowNull: false },
        model: { type: DataTypes.STRING(64), allowNull: false },
        maxDistance: { type: DataTypes.DOUBLE, allowNull: false },
        embedding: { type: DataTypes.TEXT, allowNull: false },
        name: { type: DataTypes.STRING(255), allowNull: true },
        isDismissed: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      },
      { sequelize, tableName: 'voices' },
    );
  }
}
