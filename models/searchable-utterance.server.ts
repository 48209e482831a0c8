import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';

/** Upper bound of utterances per recording. */
const MAX_UTTERANCES = 1_000_000;

/**
 * An utterance of a transcription's newest text, as search results show it. Its id is derived from its position, so that
 * descending ids give the newest transcriptions first and each from its beginning.
 */
export class SearchableUtterance extends Model<
  InferAttributes<SearchableUtterance>,
  InferCreationAttributes<SearchableUtterance>
> {
  declare id: number;
  declare transcriptionId: number;
  /** Position in the text, from 0. */
  declare position: number;
  declare speaker: string;
  declare startMs: number;
  declare text: string;

  static define(sequelize: Sequelize): void {
    SearchableUtterance.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true },
        transcriptionId: { type: DataTypes.BIGINT, allowNull: false },
        position: { type: DataTypes.INTEGER, allowNull: false },
        speaker: { type: DataTypes.STRING(255), allowNull: false },
        startMs: { type: DataTypes.BIGINT, allowNull: false },
        text: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'searchable_utterances', timestamps: false },
    );
  }

  static idAt(transcriptionId: number, position: number): number {
    return (transcriptionId + 1) * MAX_UTTERANCES - 1 - position;
  }

  /** The transcription of an utterance by its id. */
  static transcriptionIdOf(id: number): number {
    return Math.floor(id / MAX_UTTERANCES);
  }

  /** The ids of a transcription's utterances lie between these, both exclusive. */
  static boundsOf(transcriptionId: number): { above: number; below: number } {
    return { above: transcriptionId * MAX_UTTERANCES - 1, below: (transcriptionId + 1) * MAX_UTTERANCES };
  }
}
