import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** A generated summary of a transcription, and the owner's edited copy. */
export class Summary extends Model<InferAttributes<Summary>, InferCreationAttributes<Summary>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** As generated; immutable. */
  declare summary: string;
  /** JSON of `SummarySentence[]`: the sentences of `summary`, with their positions where they have one. */
  declare sentences: string;
  /** The copy shown and edited; null until requested, and after deletion. */
  declare summaryCopy: CreationOptional<string | null>;
  /** Incremented at every change of the copy. */
  declare version: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Summary.init(
      {
        ...rowColumns(),
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        summary: { type: DataTypes.TEXT, allowNull: false },
        sentences: { type: DataTypes.TEXT, allowNull: false },
        summaryCopy: { type: DataTypes.TEXT, allowNull: true },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: 'summaries' },
    );
  }
}
