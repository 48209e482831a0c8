import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';

/**
 * A word of a transcription's newest text and where it stands: an inverted index of our own. The full-text index of MySQL
 * collects all rows of a word before it returns one, and knows neither phrases nor short words.
 */
export class TranscriptTerm extends Model<
  InferAttributes<TranscriptTerm>,
  InferCreationAttributes<TranscriptTerm>
> {
  declare transcriptionId: number;
  /** The owner's, so that one search never reads the words of others. */
  declare userId: number;
  /** Folded, at most 40 characters. */
  declare term: string;
  /** As `encodePlaces` writes them. */
  declare places: Buffer;

  static define(sequelize: Sequelize): void {
    TranscriptTerm.init(
      {
        userId: { type: DataTypes.BIGINT, allowNull: false, primaryKey: true },
        term: { type: DataTypes.STRING(64), allowNull: false, primaryKey: true },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false, primaryKey: true },
        places: { type: DataTypes.BLOB('medium'), allowNull: false },
      },
      { sequelize, tableName: 'transcript_terms', timestamps: false },
    );
  }
}
