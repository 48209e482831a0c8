import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';

/** What was recognized of a recording that is not over yet; later a checkpoint of its transcription. */
export class LiveSegment extends Model<InferAttributes<LiveSegment>, InferCreationAttributes<LiveSegment>> {
  declare id: CreationOptional<number>;
  /** Of a meeting's; else null. */
  declare meetingId: CreationOptional<number | null>;
  /** Of a dictation's; else null. */
  declare dictationId: CreationOptional<number | null>;
  /** Counts all segments of the recording, whichever piece they are of. */
  declare number: number;
  /** Where the piece begins in the whole recording; the times of `content` are from there. */
  declare startMs: number;
  /** Name of the speech model. */
  declare model: string;
  /** JSON of a recognised segment. */
  declare content: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    LiveSegment.init(
      {
        ...rowColumns(),
        meetingId: { type: DataTypes.BIGINT, allowNull: true },
        dictationId: { type: DataTypes.BIGINT, allowNull: true },
        number: { type: DataTypes.INTEGER, allowNull: false },
        startMs: { type: DataTypes.BIGINT, allowNull: false },
        model: { type: DataTypes.STRING(64), allowNull: false },
        content: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'live_segments' },
    );
  }
}
