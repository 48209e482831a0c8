import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A saved text. Version 1 is the generated one and stored in `transcripts`; only the name of a row changes. */
export class TranscriptVersion extends Model<
  InferAttributes<TranscriptVersion>,
  InferCreationAttributes<TranscriptVersion>
> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** From 2. */
  declare number: number;
  /** JSON of `Utterance[]`, gzipped. */
  declare content: Buffer;
  /** Given by its owner. */
  declare name: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    TranscriptVersion.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
        content: { type: DataTypes.BLOB('long'), allowNull: false },
        name: { type: DataTypes.STRING(80), allowNull: true },
      },
      { sequelize, tableName: 'transcript_versions' },
    );
  }
}
