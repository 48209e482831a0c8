import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** Checkpoint of a transcription stage or of a speech engine, from which an interrupted job resumes. */
export class Checkpoint extends Model<InferAttributes<Checkpoint>, InferCreationAttributes<Checkpoint>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** 'words', 'turns', 'heard-' and the number of a segment, or an engine's own key. */
  declare stage: string;
  /**
   * JSON of the recognised words, of `SpeakerTurn[]` or null, of a recognised segment, or of the engine's
   * state.
   */
  declare content: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Checkpoint.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        stage: { type: DataTypes.STRING(16), allowNull: false },
        content: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'checkpoints' },
    );
  }
}
