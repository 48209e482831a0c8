import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';

/** The text of a finished transcription, apart from its row so that lists stay light. */
export class Transcript extends Model<InferAttributes<Transcript>, InferCreationAttributes<Transcript>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** JSON of `Utterance[]`. */
  declare utterances: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Transcript.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        utterances: { type: DataTypes.TEXT, allowNull: false },
        createdAt: DataTypes.DATE(3),
        updatedAt: DataTypes.DATE(3),
      },
      { sequelize, tableName: 'transcripts' },
    );
  }
}
