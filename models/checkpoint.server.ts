import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** What a stage of a transcription gave, or its engine noted, so that an interrupted job goes on from there. */
export class Checkpoint extends Model<InferAttributes<Checkpoint>, InferCreationAttributes<Checkpoint>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** 'words', 'turns', 'heard-' and the number of a piece, or the key of an engine's own note. */
  declare stage: string;
  /** JSON of what was heard, of `SpeakerTurn[]` or null, of `HeardPiece`, or of the note. */
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
