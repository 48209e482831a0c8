import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** What the machine made of a transcription in few words, and what its owner made of that. */
export class Summary extends Model<InferAttributes<Summary>, InferCreationAttributes<Summary>> {
  declare id: CreationOptional<number>;
  declare transcriptionId: number;
  /** The machine's own; never changed. */
  declare summary: string;
  /** JSON of `SummarySentence[]`: the sentences of `summary`, with their places where they have one. */
  declare sentences: string;
  /** What is shown and edited; null while nobody asked for it, and after it was deleted. */
  declare summaryCopy: CreationOptional<string | null>;
  /** Grows with every change of the copy. */
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
