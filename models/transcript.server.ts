import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** The text of a finished transcription, in its own table so that lists stay light. */
export class Transcript extends Model<InferAttributes<Transcript>, InferCreationAttributes<Transcript>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** JSON of `Utterance[]`. */
  declare utterances: string;
  /** Of this version, given by its owner. */
  declare name: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Transcript.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        utterances: { type: DataTypes.TEXT, allowNull: false },
        name: { type: DataTypes.STRING(80), allowNull: true },
      },
      { sequelize, tableName: 'transcripts' },
    );
  }
}
