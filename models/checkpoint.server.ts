import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** What a finished stage of a transcription gave, so that an interrupted job goes on from there. */
export class Checkpoint extends Model<InferAttributes<Checkpoint>, InferCreationAttributes<Checkpoint>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  declare stage: 'words' | 'turns';
  /** JSON of `Word[]` or `SpeakerTurn[]`. */
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
